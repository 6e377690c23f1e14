// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;

/**
 * The part of {@link FlightGate} that needs JFR: loaded when a recording runs, not before.
 *
 * <p><b>Threading:</b> application threads.
 */
final class ThreadEvents {
    /** Stands for a time where this JVM's clock of events cannot be read. */
    private static final long SOME_TIME = 1;

    private ThreadEvents() {}

    static void begin(ThreadContext context, Span span) {
        LaneEvent event = SpareEvents.of(context).takeLane();
        event.span = span;
        event.parent = span.parent;
        event.begin();
        span.flightStart = EventTimes.known() ? EventTimes.startOf(event) : SOME_TIME;
        span.threadEvent = event;
    }

    static void leave(ThreadContext context, Span span, FlightGate gate) {
        LaneEvent event = (LaneEvent) span.threadEvent;
        span.threadEvent = null;
        SpareEvents spares = SpareEvents.of(context);
        // always, because a reused event still has its last duration
        event.end();
        spares.leftId = span.id;
        spares.leftTicks = EventTimes.known() ? EventTimes.endOf(event) : SOME_TIME;
        if (event.isEnabled() && span.state() != Span.SUPPRESSED && !isUndecided(span) && event.shouldCommit()) {
            Span parent = event.parent;
            while (parent != null && parent.state() == Span.SUPPRESSED) {
                parent = parent.parent;
            }
            event.traceKey = span.traceLow;
            event.spanKey = span.id;
            event.parentKey = parent == null ? 0 : parent.id;
            event.kind = span.rule.kind().word();
            event.rule = gate.nameOf(span.rule);
            event.type = span.site.className();
            event.method = span.site.method();
            event.commit();
        }
        event.span = null;
        event.parent = null;
        spares.keep(event);
    }

    /** A lane shows no call of a workflow that may yet leave no trace. */
    private static boolean isUndecided(Span span) {
        return span.workflow != null && !span.workflow.chosen || span.isUntold() || span.isLeftOut();
    }

    static void end(ThreadContext context, Span span, boolean returned) {
        SpareEvents spares = SpareEvents.of(context);
        if (returned && spares.leftId == span.id) {
            // the call has just returned on this thread: one reading of the clock serves both events
            span.flightEnd = spares.leftTicks;
            return;
        }
        if (!EventTimes.known()) {
            span.flightEnd = SOME_TIME;
            return;
        }
        LaneEvent clock = spares.takeLane();
        clock.begin();
        span.flightEnd = EventTimes.startOf(clock);
        spares.keep(clock);
    }
}
