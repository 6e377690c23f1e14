// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import io.agentprofiler.analyzer.base.stat.Unknown;

/**
 * The overhead of the profiler, as far as it is known.
 *
 * <p>On the application's threads, the overhead is the start and the end of each span. The agent measures it on the machine of the
 * run. The CPU time of the agent's own thread is in the counters.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param spans spans written, unsampled ones not included
 * @param workflowNanos run time of the workflows together; those that have not ended count until the last event
 * @param threadCpuNanos CPU time of the agent's own thread, or {@link Unknown#LONG}
 * @param applicationNanos time on the application's threads: spans times what one was measured to cost in their run; {@link
 *     Unknown#LONG} where it was not measured in every run
 */
public record ProfilerCost(long spans, long workflowNanos, long threadCpuNanos, long applicationNanos) {
    /** Answers whether the agent measured its overhead per span. */
    public boolean isMeasured() {
        return applicationNanos != Unknown.LONG;
    }

    /** Returns the agent's overhead per span on the application's threads, in nanoseconds; NaN if not measured. */
    public double nanosPerSpan() {
        return isMeasured() && spans > 0 ? applicationNanos / (double) spans : Double.NaN;
    }
}
