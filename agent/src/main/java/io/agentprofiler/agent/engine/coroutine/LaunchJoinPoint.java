// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.coroutine;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;

/**
 * A method that launches a coroutine: it takes the current span along. Where there is none, this is one thread-local read.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public final class LaunchJoinPoint implements JoinPoint {
    private static final Captures CAPTURES = new Captures(true, 0, false, false);

    private final RuleState state;
    private final SpanLifecycle lifecycle;
    private final SuspendedCalls calls;

    public LaunchJoinPoint(RuleState state, SpanLifecycle lifecycle, SuspendedCalls calls) {
        this.state = state;
        this.lifecycle = lifecycle;
        this.calls = calls;
    }

    @Override
    public Captures captures() {
        return CAPTURES;
    }

    @Override
    public Object enter(
            Object coroutine, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
        try {
            Span current = ThreadContext.get().current;
            if (current != null && !lifecycle.isStopped()) {
                calls.launched.launched(coroutine, current);
            }
        } catch (Throwable fault) {
            state.failed(fault);
        }
        return null;
    }

    @Override
    public Object exit(Object handle, Object result, Throwable thrown) {
        return result;
    }
}
