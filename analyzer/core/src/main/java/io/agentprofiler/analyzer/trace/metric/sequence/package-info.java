// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Sequences of calls in workflows, and the sequences that several workflows share (PrefixSpan). */
package io.agentprofiler.analyzer.trace.metric.sequence;
