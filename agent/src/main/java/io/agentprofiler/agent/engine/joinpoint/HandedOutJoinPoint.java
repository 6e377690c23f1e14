// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.rules.model.Rule;

/**
 * A method that hands out, one a call, the chunks of a span that another method opened, and works for them meanwhile.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public final class HandedOutJoinPoint extends RuleJoinPoint {
    private final Rule rule;

    public HandedOutJoinPoint(RuleState state, Span.Site site, SpanLifecycle lifecycle, CallReader reader) {
        super(state, site, lifecycle, reader);
        this.rule = state.rule();
    }

    @Override
    Object enterCall(
            ThreadContext context,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7) {
        Span span = find(context, self, a0, a1, a2, a3, a4, a5, a6, a7);
        if (span == null) {
            return null;
        }
        Turn turn = new Turn(span, context.current);
        context.current = span;
        return turn;
    }

    @Override
    Object exitCall(ThreadContext context, Object handle, Object result, Throwable thrown) {
        Turn turn = (Turn) handle;
        context.current = turn.previous;
        if (turn.span == Span.UNSAMPLED) {
            return result;
        }
        if (thrown != null) {
            turn.leaveEnded(context);
            lifecycle.finishBy(turn.span, rule, Status.ERROR, false, null, null, thrown);
        } else if (reader.isDone(result)) {
            turn.leaveEnded(context);
            reader.elements().last(turn.span, result);
            lifecycle.finishBy(turn.span, rule, Status.OK, false, null, result, null);
        } else if (turn.span.isOpen()) {
            reader.elements().handedOut(lifecycle, turn.span, result);
        }
        return result;
    }

    @Override
    void undo(ThreadContext context, Object handle) {
        context.current = ((Turn) handle).previous;
    }

    /** One call: the span it works for, and what was current before. */
    private record Turn(Span span, Span previous) {
        /** What follows in a method that runs under the span is not its work any more. */
        void leaveEnded(ThreadContext context) {
            if (previous == span) {
                context.current = BoundJoinPoint.parentOf(span);
            }
        }
    }
}
