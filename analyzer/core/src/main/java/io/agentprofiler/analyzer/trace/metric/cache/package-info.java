// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a cache of answers would do with the recorded calls: the one definition of when a call could have been answered from it.
 *
 * <p>{@link io.agentprofiler.analyzer.trace.metric.cache.RequestLog} gathers the calls, {@link
 * io.agentprofiler.analyzer.trace.metric.cache.AnswerCache} takes them in the order they began.
 */
package io.agentprofiler.analyzer.trace.metric.cache;
