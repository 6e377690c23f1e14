// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.span;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.SpanEnd.Status;
import java.util.function.Consumer;

/**
 * The work of a span whose call has returned and that another call may start: a stream's {@code start()}, a subscription. Ends the
 * span when that work is over.
 *
 * @param returnedNanos when the call returned, by {@link System#nanoTime}: the end of the span if nobody starts the work
 */
record LaterWork(SpanLifecycle lifecycle, long returnedNanos) implements Consumer<Span> {
    /** Returns what a span waits for whose call has returned and did work of its own; {@code null} for others. */
    static LaterWork of(Span span) {
        boolean awaits = !span.preparing && (!span.tracksActivity() || span.awaitsStart());
        return awaits && span.quiet instanceof LaterWork later ? later : null;
    }

    @Override
    public void accept(Span span) {
        Object last = span.lastChild;
        if (last instanceof Throwable failure) {
            lifecycle.finish(span, Failures.statusOf(failure), false, null, failure);
        } else {
            lifecycle.finish(span, last == null ? Status.OK : (Status) last, false, null, null);
        }
    }
}
