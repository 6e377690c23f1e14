// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;

/**
 * A method that hands the current context to an object, for a later call on that object to run under.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public final class CarryJoinPoint extends RuleJoinPoint {
    private final String operation;
    private final boolean atExit;

    public CarryJoinPoint(RuleState state, Span.Site site, SpanLifecycle lifecycle, CallReader reader) {
        super(state, site, lifecycle, reader);
        this.operation = state.rule().operation();
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
        Span current = context.current;
        if (current == null || atExit) {
            return current;
        }
        for (int i = 0; i < reader.keyCount(); i++) {
            Object key = reader.key(i, self, a0, a1, a2, a3, a4, a5, a6, a7, null);
            lifecycle.bind(key, operation, current, false);
        }
        return null;
    }

    @Override
    Object exitCall(ThreadContext context, Object handle, Object result, Throwable thrown) {
        for (int i = 0; i < reader.keyCount(); i++) {
            Object key = reader.key(i, null, null, null, null, null, null, null, null, null, result);
            lifecycle.bind(key, operation, (Span) handle, false);
        }
        return result;
    }
}
