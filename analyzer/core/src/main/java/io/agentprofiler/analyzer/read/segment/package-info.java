// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Reads our own segments: one JSON record per line. */
package io.agentprofiler.analyzer.read.segment;
