// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Which calls workflows made in which order, and the orders that several workflows share (PrefixSpan). */
package io.agentprofiler.analyzer.trace.metric.sequence;
