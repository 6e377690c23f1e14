// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * One class for each question about traces.
 *
 * <p>An {@link io.agentprofiler.analyzer.trace.metric.Analysis} is a pure function of one trace and an associative merge of
 * its results; nothing else holds state. The same code therefore runs on one thread, on all cores or on a cluster. Knows
 * nothing about files or output.
 */
package io.agentprofiler.analyzer.trace.metric;
