// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.span;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;

/**
 * JDK Flight Recorder as application threads see it: the times of a span by its clock, and the small event that shows the
 * span on its thread's lane. What else an event says is the sink's affair.
 *
 * <p><b>Threading:</b> any thread, the context is its own; never blocks, throws or touches a class of JFR that was not
 * initialised before.
 */
public interface FlightSpans {
    /** No JFR in this JVM, or it is switched off. */
    FlightSpans OFF = new FlightSpans() {
        @Override
        public void begin(ThreadContext context, Span span) {}

        @Override
        public void leave(ThreadContext context, Span span) {}

        @Override
        public void end(Span span, boolean returned) {}
    };

    /** Records a span's start; does nothing while no recording runs. Before the start is offered to the ring. */
    void begin(ThreadContext context, Span span);

    /** Commits the event of the thread's lane: the span's call returns, on the thread it was begun on. */
    void leave(ThreadContext context, Span span);

    /**
     * Records a span's end, on any thread. Before the end is offered to the ring.
     *
     * @param returned whether the call that opened the span has just returned on this thread and ended it
     */
    void end(Span span, boolean returned);
}
