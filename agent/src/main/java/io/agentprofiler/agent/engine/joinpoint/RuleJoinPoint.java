// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;

/**
 * What all join points share: they never throw, and a fault costs the rule, not the application.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
abstract class RuleJoinPoint implements JoinPoint {
    final RuleState state;
    final Span.Site site;
    final SpanLifecycle lifecycle;
    final CallReader reader;
    final boolean heldForEnd;
    private final Captures captures;

    RuleJoinPoint(RuleState state, Span.Site site, SpanLifecycle lifecycle, CallReader reader) {
        this.state = state;
        this.site = site;
        this.lifecycle = lifecycle;
        this.reader = reader;
        this.captures = state.plan().site();
        this.heldForEnd = state.plan().heldForEnd();
    }

    @Override
    public Captures captures() {
        return captures;
    }

    @Override
    public final Object enter(
            Object self, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
        ThreadContext context = null;
        try {
            ThreadContext here = lifecycle.context();
            if (here.inside) {
                return null;
            }
            here.inside = true;
            context = here;
            return enterCall(here, self, a0, a1, a2, a3, a4, a5, a6, a7);
        } catch (Throwable fault) {
            state.failed(fault);
            return null;
        } finally {
            if (context != null) {
                context.inside = false;
            }
        }
    }

    @Override
    public final Object exit(Object handle, Object result, Throwable thrown) {
        if (handle == null) {
            return result;
        }
        ThreadContext context = null;
        try {
            context = ThreadContext.get();
            context.inside = true;
            Object returned = exitCall(context, handle, result, thrown);
            // Here and not at the enter, or a rule whose exit always fails would never have two faults in a row.
            state.succeeded();
            return returned;
        } catch (Throwable fault) {
            state.failed(fault);
            return result;
        } finally {
            if (context != null) {
                context.inside = false;
            }
        }
    }

    @Override
    public final void cutOff(Object handle) {
        if (handle != null) {
            undo(ThreadContext.get(), handle);
        }
    }

    /** Returns the span that a rule of another role than span acts on: that of the first key that has one. */
    final Span find(
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
        String operation = state.rule().operation();
        for (int i = 0; i < reader.keyCount(); i++) {
            Span span;
            if (reader.isCurrent(i)) {
                Span current = context.current;
                boolean meant = SpanLifecycle.isSameOperation(current, state.rule()) && current.isOpen();
                span = meant ? current : null;
            } else if (lifecycle.bound().size() == 0) {
                span = null;
            } else {
                Object key = reader.key(i, self, a0, a1, a2, a3, a4, a5, a6, a7, null);
                span = lifecycle.bound().find(key, operation);
            }
            if (span != null) {
                return span;
            }
        }
        return null;
    }

    /** Does the work of {@link #enter}; may throw. */
    abstract Object enterCall(
            ThreadContext context,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7);

    /** Does the work of {@link #exit} for a handle that is not null; may throw. */
    abstract Object exitCall(ThreadContext context, Object handle, Object result, Throwable thrown) throws Throwable;

    /** Does the work of {@link #cutOff} for a handle that is not null: leaves what the call entered. */
    void undo(ThreadContext context, Object handle) {}
}
