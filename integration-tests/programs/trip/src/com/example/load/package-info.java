// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The same agent on several frameworks under load, for the benchmark of whole applications: retrieval, memory, two requests to a
 * model, two tools.
 */
package com.example.load;
