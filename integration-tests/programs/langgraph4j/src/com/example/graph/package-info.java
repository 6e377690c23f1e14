// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Graphs whose nodes call models. They know nothing of the profiler. */
package com.example.graph;
