// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;

/**
 * A method after which the span that it is called in goes on when its own call is over: it is bound to an object by which
 * another call finds and ends it.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public final class ExtendJoinPoint extends RuleJoinPoint {
    private final boolean atExit;

    public ExtendJoinPoint(RuleState state, Span.Site site, SpanLifecycle lifecycle, CallReader reader) {
        super(state, site, lifecycle, reader);
        this.atExit = reader.keysReadResult();
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
        Span span = around(context.current);
        if (span == null || atExit) {
            return span;
        }
        for (int i = 0; i < reader.keyCount(); i++) {
            bind(reader.key(i, self, a0, a1, a2, a3, a4, a5, a6, a7, null), span);
        }
        return null;
    }

    @Override
    Object exitCall(ThreadContext context, Object handle, Object result, Throwable thrown) {
        for (int i = 0; i < reader.keyCount(); i++) {
            bind(reader.key(i, null, null, null, null, null, null, null, null, null, result), (Span) handle);
        }
        return result;
    }

    private void bind(Object key, Span span) {
        if (key != null) {
            lifecycle.bind(key, state.rule().operation(), span, true);
            span.extended = true;
        }
    }

    /** Returns the nearest open span of the operation, {@code null} when there is none. */
    private Span around(Span current) {
        Span span = current;
        while (span != null && !(SpanLifecycle.isSameOperation(span, state.rule()) && span.isOpen())) {
            span = span.parent;
        }
        return span;
    }
}
