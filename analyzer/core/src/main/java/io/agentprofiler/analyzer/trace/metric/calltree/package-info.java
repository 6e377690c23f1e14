// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** All call trees merged into one. */
package io.agentprofiler.analyzer.trace.metric.calltree;
