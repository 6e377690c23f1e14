// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.coroutine;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.joinpoint.SpanJoinPoint;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.Failures;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import java.util.function.Predicate;

/**
 * A function that can be suspended: one span a call, from the call to what it returns or throws in the end. In between it may
 * return several times to say that it was suspended, and is entered again to go on, mostly on other threads.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public final class SuspendJoinPoint implements JoinPoint {
    private final RuleState state;
    /** Whether a span is one of this rule at this method. */
    private final Predicate<Span> own;

    private final SpanLifecycle lifecycle;
    private final SuspendedCalls calls;
    private final SpanJoinPoint call;

    /**
     * Creates a join point.
     *
     * @param call what the function would be if it could not be suspended
     */
    public SuspendJoinPoint(
            RuleState state, Span.Site site, SpanLifecycle lifecycle, SuspendedCalls calls, SpanJoinPoint call) {
        this.state = state;
        this.own = span -> span.rule == state.rule()
                && span.site.method().equals(site.method())
                && span.site.className().equals(site.className());
        this.lifecycle = lifecycle;
        this.calls = calls;
        this.call = call;
    }

    @Override
    public Captures captures() {
        return call.captures();
    }

    @Override
    public Object enter(
            Object self, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
        return call.enter(self, a0, a1, a2, a3, a4, a5, a6, a7);
    }

    @Override
    public Object enterSuspending(
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7,
            Object continuation) {
        try {
            ThreadContext context = lifecycle.context();
            if (continuation == null) {
                return call.enterCall(context, self, a0, a1, a2, a3, a4, a5, a6, a7);
            }
            if (calls.frames.isEnteredAgain(continuation)) {
                return enterAgain(context, calls.frames.callerOf(continuation));
            }
            Object handle = call.enterCall(context, self, a0, a1, a2, a3, a4, a5, a6, a7);
            if (handle instanceof Span span) {
                bind(context, continuation, span);
            } else if (SpanJoinPoint.isUnsampledRoot(handle)) {
                calls.called(continuation, Span.UNSAMPLED);
                return new Unsampled(continuation, handle);
            }
            return handle;
        } catch (Throwable fault) {
            state.failed(fault);
            return null;
        }
    }

    private void bind(ThreadContext context, Object continuation, Span span) {
        boolean bound = false;
        try {
            calls.called(continuation, span);
            bound = true;
        } finally {
            if (!bound) {
                lifecycle.cutOff(context, span);
            }
        }
    }

    /** The function goes on: it is the call that it was, and opens nothing. */
    private Object enterAgain(ThreadContext context, Object caller) {
        Span span = calls.underWay(caller, own);
        if (span == null) {
            return null;
        }
        Again again = new Again(span, context.current);
        context.current = span;
        return again;
    }

    @Override
    public Object exit(Object handle, Object result, Throwable thrown) {
        if (handle == null) {
            return result;
        }
        Object returned = result;
        try {
            returned = exitCall(ThreadContext.get(), handle, result, thrown);
            state.succeeded();
        } catch (Throwable fault) {
            state.failed(fault);
        }
        return returned;
    }

    private Object exitCall(ThreadContext context, Object handle, Object result, Throwable thrown) throws Throwable {
        boolean suspended = thrown == null && calls.frames.isSuspended(result);
        if (handle instanceof Span span) {
            if (suspended) {
                // whatever has become of it on other threads meanwhile
                lifecycle.leave(context, span);
            } else if (thrown != null) {
                lifecycle.leave(context, span);
                lifecycle.finish(span, Failures.statusOf(thrown), true, null, thrown);
            } else {
                return exitWith(context, span, result, calls.frames.valueOf(result));
            }
        } else if (handle instanceof Again again) {
            if (suspended) {
                context.current = again.before;
            } else {
                context.current = again.before == again.span ? SpanLifecycle.living(again.span.parent) : again.before;
                if (thrown == null && call.goesOnWith(result)) {
                    calls.goesOn(again.span);
                    return call.inPlaceOf(result, again.span);
                }
                calls.finish(again.span, result, thrown);
            }
        } else if (handle instanceof Unsampled unsampled) {
            if (!suspended) {
                calls.returned(unsampled.continuation);
            }
            return call.exitCall(context, unsampled.handle, result, thrown);
        } else {
            return call.exitCall(context, handle, result, thrown);
        }
        return result;
    }

    /** The function returned in place, {@code value} by its result. */
    private Object exitWith(ThreadContext context, Span span, Object result, Object value) throws Throwable {
        if (call.goesOnWith(value)) {
            calls.goesOn(span);
            return call.exitCall(context, span, value, null);
        }
        call.exitCall(context, span, value, null);
        return result;
    }

    @Override
    public void cutOff(Object handle) {
        if (handle instanceof Again again) {
            ThreadContext.get().current = again.before;
            lifecycle.abandon(again.span);
        } else if (handle instanceof Unsampled unsampled) {
            calls.returned(unsampled.continuation);
            call.cutOff(unsampled.handle);
        } else {
            call.cutOff(handle);
        }
    }

    /** Handle of a function that goes on. */
    private record Again(Span span, Span before) {}

    /** Handle of the first call of a workflow that is not recorded. */
    private record Unsampled(Object continuation, Object handle) {}
}
