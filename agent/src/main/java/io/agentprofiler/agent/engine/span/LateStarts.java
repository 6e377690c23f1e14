// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.span;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.ring.SpanEvents;

/**
 * Tells starts that were held back when the call began: of calls that prepare an operation only, and of lazy spans.
 *
 * <p><b>Threading:</b> any application thread; nothing here locks, waits or does I/O.
 */
public final class LateStarts {
    private final SpanEvents events;
    private final WorkflowSampling sampling;

    LateStarts(SpanEvents events, WorkflowSampling sampling) {
        this.events = events;
        this.sampling = sampling;
    }

    /**
     * Work began, or failed, before the subscription: the calls that were only to prepare it are spans after all, and their
     * starts are published now. A span that is only being prepared is no work yet, and is not published.
     */
    public void tell(Span call) {
        if (call == null) {
            return;
        }
        if (call.lazy) {
            tellLazy(call);
            return;
        }
        if (!call.preparing) {
            return;
        }
        tell(call.parent);
        call.preparing = false;
        Object[] held = call.held;
        if (call.keep() && held != null) {
            boolean told = false;
            try {
                events.start(
                        call,
                        call.startThread,
                        held[0],
                        held[1],
                        held[2],
                        held[3],
                        held[4],
                        held[5],
                        held[6],
                        held[7],
                        held[8]);
                told = true;
            } finally {
                if (!told) {
                    call.startDropped = true;
                }
            }
        }
    }

    /** An operation begins below a lazy span: it is a span from now on, and began when its call did. */
    private void tellLazy(Span lazy) {
        if (lazy.state() != Span.PROVISIONAL) {
            return;
        }
        tell(lazy.parent);
        lazy.preparing = false;
        Object[] held = lazy.held;
        if (held != null && events.lateStart(lazy, held)) {
            sampling.count(lazy);
        }
    }

    /** What {@code call} returned is no operation to be begun: the call is one itself, or, where it is lazy, may become one. */
    public void isNoPreparation(Span call) {
        if (call.lazy) {
            call.preparing = false;
        } else {
            tell(call);
        }
    }
}
