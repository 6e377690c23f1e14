// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.shape.ResultShape;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.agent.event.SpanEnd.Status;

/**
 * A method whose result, an iterator or a stream, is what a span yields that another method opened.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public final class ElementsJoinPoint extends RuleJoinPoint {
    private final ResultShape shape;

    public ElementsJoinPoint(
            RuleState state, Span.Site site, SpanLifecycle lifecycle, CallReader reader, ResultShape shape) {
        super(state, site, lifecycle, reader);
        this.shape = shape;
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
        return span == Span.UNSAMPLED ? null : span;
    }

    @Override
    Object exitCall(ThreadContext context, Object handle, Object result, Throwable thrown) throws Throwable {
        Span span = (Span) handle;
        if (thrown != null) {
            lifecycle.finishBy(span, state.rule(), Status.ERROR, false, null, null, thrown);
            return result;
        }
        return shape.end(span, result);
    }
}
