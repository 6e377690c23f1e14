// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Retrieval and memory. */
package com.example.agents.retrieval;
