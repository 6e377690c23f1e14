// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.analysis;

/**
 * What the profiler itself took, as far as it can be told.
 *
 * <p>On the application's threads a span costs its start and its end; how much is measured by the project's benchmarks,
 * not in the run, so the share is an estimate from the number of spans. What the agent's own thread used is in the books.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param spans spans written, unsampled ones not included
 * @param workflowNanos run time of the workflows together
 * @param threadCpuNanos CPU time of the agent's own thread, or
 *     {@link io.agentprofiler.analyzer.read.SpanEvent#ABSENT}
 */
public record ProfilerCost(long spans, long workflowNanos, long threadCpuNanos) {
    /** Time a span costs on the application's threads; the agent's budget for one traced call. */
    public static final long NANOS_PER_SPAN = 500;

    /** Returns the estimated time on the application's threads. */
    public long applicationNanos() {
        return spans * NANOS_PER_SPAN;
    }
}
