// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.rules.access.Learned;

/**
 * A getter of the application that others call: what it returned is kept for paths that cannot read it from fields.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public final class LearnJoinPoint extends RuleJoinPoint {
    private final String getter;

    public LearnJoinPoint(RuleState state, Span.Site site, SpanLifecycle lifecycle, CallReader reader) {
        super(state, site, lifecycle, reader);
        this.getter = Learned.nameOf(site.method());
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
        return self;
    }

    @Override
    Object exitCall(ThreadContext context, Object handle, Object result, Throwable thrown) {
        Object learned = thrown == null && result != null ? reader.learned(handle, result) : null;
        if (learned != null) {
            Learned.add(handle, getter, learned);
        }
        return result;
    }
}
