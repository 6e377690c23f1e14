// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** AI services of Quarkus. */
package com.example.assistant;
