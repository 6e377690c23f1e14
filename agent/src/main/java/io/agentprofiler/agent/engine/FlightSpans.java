// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.rules.model.Rule;

/**
 * JDK Flight Recorder as application threads see it: begin and end an event, nothing else.
 *
 * <p><b>Threading:</b> any thread; never blocks, throws or touches a class of JFR that was not initialised before.
 */
public interface FlightSpans {
    /** No JFR in this JVM, or it is switched off. */
    FlightSpans OFF = new FlightSpans() {
        @Override
        public Object begin(Rule rule) {
            return null;
        }

        @Override
        public void end(Object event) {}

        @Override
        public Object beginOnThread(Span span) {
            return null;
        }

        @Override
        public void endOnThread(Object event) {}
    };

    /** Begins the typed event of a span; {@code null} while no recording runs. Kept in {@link Span#jfrEvent}. */
    Object begin(Rule rule);

    /** Marks the end of a typed event; the sink commits it later. Takes {@code null}. */
    void end(Object event);

    /** Begins the small event that shows a span on the lane of the calling thread; {@code null} while none runs. */
    Object beginOnThread(Span span);

    /** Ends and commits it, on the same thread. Takes {@code null}. */
    void endOnThread(Object event);
}
