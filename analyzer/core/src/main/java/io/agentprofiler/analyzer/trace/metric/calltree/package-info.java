// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** All call trees laid over each other. */
package io.agentprofiler.analyzer.trace.metric.calltree;
