// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.schema.SpanKind;

/**
 * The part of {@link FlightGate} that needs JFR: loaded when a recording runs, not before.
 *
 * <p><b>Threading:</b> application threads.
 */
final class ThreadEvents {
    private ThreadEvents() {}

    /** Begins the event of a span; {@code null} when no recording wants that type. */
    static Object begin(SpanKind kind) {
        if (EventTypes.isOperation(kind)) {
            return beginOperation(SpareEvents.of(ThreadContext.get()));
        }
        TypedEvent event = EventTypes.make(kind);
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    private static Object beginOperation(SpareEvents spares) {
        OperationEvent event = spares.takeOperation();
        if (!event.isEnabled()) {
            spares.keep(event);
            return null;
        }
        event.begin();
        return event;
    }

    static void end(Object event) {
        ((TypedEvent) event).end();
    }

    static Object beginLane(Span span) {
        SpareEvents spares = SpareEvents.of(ThreadContext.get());
        LaneEvent event = spares.takeLane();
        if (!event.isEnabled()) {
            spares.keep(event);
            return null;
        }
        event.span = span;
        event.begin();
        return event;
    }

    static void endLane(Object begun, FlightGate gate) {
        LaneEvent event = (LaneEvent) begun;
        // always, because a reused event still has its last duration
        event.end();
        Span span = event.span;
        event.span = null;
        if (span.state() != Span.ABSORBED && event.shouldCommit()) {
            Span parent = span.parent;
            while (parent != null && parent.state() == Span.ABSORBED) {
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
        SpareEvents.of(ThreadContext.get()).keep(event);
    }
}
