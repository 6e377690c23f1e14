// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.joinpoint.BoundJoinPoint.Scope;
import io.agentprofiler.agent.engine.joinpoint.TaskJoinPoint.Carrier;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;

/**
 * A method that is given what brings the elements of a span that another call opened: a publisher, which it subscribes to, or a
 * callback, which it calls. It runs under the span's parent where it is the application's, or hands on to it.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public final class GivenJoinPoint extends RuleJoinPoint {
    private final int from;
    private final boolean scoped;
    private final Carrier publishers;

    /**
     * Creates a join point.
     *
     * @param publishers makes what stands for a publisher or callback and tells the span of its elements
     */
    public GivenJoinPoint(
            RuleState state, Span.Site site, SpanLifecycle lifecycle, CallReader reader, Carrier publishers) {
        super(state, site, lifecycle, reader);
        this.from = state.rule().from();
        this.scoped = state.rule().scope();
        this.publishers = publishers;
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
        Object given = given(a0, a1, a2, a3, a4, a5, a6, a7);
        Object instead;
        try {
            instead = given == null ? null : publishers.carry(given, span);
        } catch (Throwable fault) {
            // the publisher's own library failed, as it would if nobody had asked it: the method gets what it was given
            state.failed(fault);
            instead = null;
        }
        Span under = span == Span.UNSAMPLED ? span : scoped ? BoundJoinPoint.parentOf(span) : context.current;
        return new Given(instead, Scope.enter(context, under, false));
    }

    private Object given(Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
        return switch (from) {
            case 0 -> a0;
            case 1 -> a1;
            case 2 -> a2;
            case 3 -> a3;
            case 4 -> a4;
            case 5 -> a5;
            case 6 -> a6;
            default -> a7;
        };
    }

    @Override
    public Object argument(Object handle) {
        return ((Given) handle).instead;
    }

    @Override
    Object exitCall(ThreadContext context, Object handle, Object result, Throwable thrown) {
        undo(context, handle);
        return result;
    }

    @Override
    void undo(ThreadContext context, Object handle) {
        ((Given) handle).scope.exit(context);
    }

    /** What the method gets, and what to put back when it returns. */
    private record Given(Object instead, Scope scope) {}
}
