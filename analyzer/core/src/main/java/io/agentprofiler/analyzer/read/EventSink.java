// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.TraceId;

/**
 * Takes what a reader finds, in file order.
 *
 * <p><b>Threading:</b> one thread a file.
 */
public interface EventSink {
    /** Takes an event of a span. */
    void span(SpanEvent event);

    /** Takes a record about the run. */
    void run(RunEvent event);

    /**
     * Takes note that no event of a trace will follow, in a format that has its traces in one piece: the trace need not
     * be held any longer.
     *
     * @param trace the trace
     * @param lastNanos when spans without an end are taken to end
     * @param original what the trace was made of, for outputs that need more than spans, or {@code null}
     */
    default void traceEnded(TraceId trace, long lastNanos, Object original) {
        // readers whose traces are interleaved never call it, and counters need not know
    }
}
