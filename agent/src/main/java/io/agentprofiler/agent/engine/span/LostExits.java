// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.span;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.event.SpanEnd.Status;

/**
 * Ends spans of calls whose exits found no stack left. An exit that notices puts its span into {@link ThreadContext#lost} by
 * stores alone; one that was not even reached leaves its span on top of those that are current.
 *
 * <p><b>Threading:</b> the thread of the calls. Each method may be cut off by the end of the stack, too, and goes on when it is
 * called again.
 */
public final class LostExits {
    private final SpanLifecycle lifecycle;

    LostExits(SpanLifecycle lifecycle) {
        this.lifecycle = lifecycle;
    }

    /** Ends what the thread has lost, the innermost call first. */
    public void end(ThreadContext context) {
        // calls nothing, so it is done or not begun
        Span innermostFirst = null;
        for (Span lost = context.lost; lost != null; ) {
            Span next = lost.previous;
            lost.previous = innermostFirst;
            innermostFirst = lost;
            lost = next;
        }
        context.lost = innermostFirst;
        while (context.lost != null) {
            end(context, context.lost);
        }
    }

    private void end(ThreadContext context, Span lost) {
        boolean over = true;
        try {
            Throwable thrown = lost.innerThrown;
            lifecycle.finishLost(lost, thrown == null ? Status.OK : Status.ERROR, thrown);
        } catch (StackOverflowError e) {
            over = false;
            throw e;
        } finally {
            if (over) {
                context.lost = lost.previous;
                lost.previous = null;
            }
        }
    }

    /**
     * Takes off what is current above a span whose call is over: calls inside of it, which are over as well.
     *
     * @param thrown what the call threw: a stack overflow is what the others ended with, too. Otherwise nothing is known of their
     *     ends, and they are abandoned
     */
    public void leaveAbove(ThreadContext context, Span span, Throwable thrown) {
        Span above = context.current;
        while (above != null && above != span) {
            above = above.previous;
        }
        if (above == null) {
            return;
        }
        while (context.current != null && context.current != span) {
            Span lost = context.current;
            if (thrown instanceof StackOverflowError) {
                lifecycle.finishLost(lost, Status.ERROR, thrown);
            } else {
                lifecycle.abandon(lost);
            }
            lifecycle.leave(context, lost);
        }
    }
}
