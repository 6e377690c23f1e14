// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * One class a question about traces.
 *
 * <p>An {@link io.agentprofiler.analyzer.trace.metric.Analysis} is a pure function of one trace and an associative merge of
 * its results; nothing else holds state. So the same code runs on one thread, on all cores or on a cluster. Knows
 * nothing of files or output.
 */
package io.agentprofiler.analyzer.trace.metric;
