// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.agent.jfr.event.OperationEvent;
import io.agentprofiler.agent.jfr.event.TypedEvent;
import io.agentprofiler.shared.schema.SpanKind;

/**
 * Makes the events that the sink fills and commits, and makes them again of those that are done.
 *
 * <p>A class of its own because the sink is loaded with the agent, and the event classes only when a recording runs.
 *
 * <p><b>Threading:</b> consumer only.
 */
final class EventStock {
    /** As many as spans are usually open at a time. */
    private static final int MOST_SPARES = 256;

    private OperationEvent spares;
    private int count;

    /** Returns an event, neither begun nor filled, for a span of {@code kind}. */
    TypedEvent take(SpanKind kind) {
        if (spares != null && EventTypes.isOperation(kind)) {
            OperationEvent event = spares;
            spares = event.next;
            event.next = null;
            count--;
            return event;
        }
        return EventTypes.make(kind);
    }

    /** Takes back an event that nobody will look at again. */
    void giveBack(TypedEvent event) {
        if (event instanceof OperationEvent operation && count < MOST_SPARES) {
            operation.clear();
            operation.next = spares;
            spares = operation;
            count++;
        }
    }
}
