// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What failed: how often, with which error, and in how many workflows, by operation.
 *
 * <p>{@link io.agentprofiler.analyzer.trace.metric.failure.FailedCalls} is the analysis.
 */
package io.agentprofiler.analyzer.trace.metric.failure;
