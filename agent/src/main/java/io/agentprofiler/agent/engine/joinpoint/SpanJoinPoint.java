// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.ArgumentCopier;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.shape.ResultShape;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.rules.model.Nesting;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;

/**
 * A method whose call is a span, or opens one.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public final class SpanJoinPoint extends RuleJoinPoint {
    /** Handle of a root that was not sampled: the exit takes the mark off the thread. */
    private static final Object UNSAMPLED_ROOT = new Object();
    /** Handle of a call that was sampled before it turned out to be no operation: what it calls need not be again. */
    private static final Object SAMPLED_ROOT = new Object();
    /** Handle of a call below such a root whose result must carry the mark on. */
    private static final Object UNSAMPLED_BELOW = new Object();

    /** How many rules are switched off, as no thread has seen it: it looks for lost spans when it enters a call next. */
    private static final int LOOK_AGAIN = -1;

    private final Rule rule;
    private final boolean outermost;
    private final boolean part;
    private final boolean mergesFailures;
    private final boolean binds;
    private final boolean opens;
    private final boolean bindsResult;
    /** What the span is bound to comes with a future. */
    private final boolean bindsLater;

    private final ResultShape shape;
    private final ArgumentCopier snapshot;

    public SpanJoinPoint(
            RuleState state, Span.Site site, SpanLifecycle lifecycle, CallReader reader, ResultShape shape) {
        super(state, site, lifecycle, reader);
        this.rule = state.rule();
        this.outermost = rule.nested() == Nesting.OUTERMOST;
        this.part = rule.nested() == Nesting.PART;
        this.mergesFailures = outermost && rule.failed() != null && !rule.lazy();
        this.opens = rule.role() == Role.OPEN;
        this.binds = !rule.key().isEmpty();
        this.bindsLater = opens && rule.shape() == Shape.FUTURE;
        this.bindsResult = reader.keysReadResult() && !bindsLater;
        this.shape = shape;
        this.snapshot = ArgumentCopier.of(rule);
    }

    @Override
    public Captures captures() {
        Captures planned = super.captures();
        return new Captures(
                planned.self(), planned.args(), planned.result() || shape.readsResult(), shape.replacesResult());
    }

    @Override
    public Object enterCall(
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
        if (rule.lazy() && context.current != null && context.isAtBase()) {
            // a request comes in on a thread that was started in another
            context.serve(null);
        }
        Span current = context.current;
        if (current == Span.UNSAMPLED) {
            if (opens && binds) {
                bindAll(Span.UNSAMPLED, self, a0, a1, a2, a3, a4, a5, a6, a7);
            }
            return shape.onlyPrepares() ? UNSAMPLED_BELOW : null;
        }
        if (outermost && SpanLifecycle.isSameOperation(current, rule)) {
            return mergesFailures ? new Merged(current) : null;
        }
        if (part && SpanLifecycle.isSameOperation(current, rule) && current.rule != rule && !current.hasPart) {
            current.hasPart = true;
            return null;
        }
        if (!rule.root() && (current == null || current.isUntold())) {
            return null;
        }
        if (reader.isLeftAloneUnder(current)) {
            return null;
        }
        if (current != null && current.isLeftOut()) {
            return rule.lazy() ? null : enterLeftOut(context, current, self, a0, a1, a2, a3, a4, a5, a6, a7);
        }
        if (current == null && rule.lazy()) {
            return enterLazyRoot(context, self, a0, a1, a2, a3, a4, a5, a6, a7);
        }
        Span caller = current == null ? reader.caller(self, a0, a1, a2, a3, a4, a5, a6, a7) : null;
        if (caller == Span.UNSAMPLED
                || (current == null && caller == null && !lifecycle.sampling().samples(context))) {
            if (caller != null) {
                lifecycle.sampling().refusedByCaller();
            }
            context.current = Span.UNSAMPLED;
            if (opens && binds) {
                bindAll(Span.UNSAMPLED, self, a0, a1, a2, a3, a4, a5, a6, a7);
            }
            return UNSAMPLED_ROOT;
        }
        // only now: of a call that is not recorded nothing is read
        if (reader.isLeftAlone(self, a0, a1, a2, a3, a4, a5, a6, a7)) {
            if (current != null
                    || caller != null
                    || context.sampled
                    || !lifecycle.sampling().leavesOut()) {
                return null;
            }
            context.sampled = true;
            return SAMPLED_ROOT;
        }
        if (caller != null) {
            return openBelow(caller, context, self, a0, a1, a2, a3, a4, a5, a6, a7);
        }
        return openBound(context, self, a0, a1, a2, a3, a4, a5, a6, a7);
    }

    /** A call below a lazy span whose workflow is not recorded is not either, and says that there is one. */
    private Object enterLeftOut(
            ThreadContext context,
            Span leftOut,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7) {
        lifecycle.sampling().refuse(leftOut);
        context.current = Span.UNSAMPLED;
        if (opens && binds) {
            bindAll(Span.UNSAMPLED, self, a0, a1, a2, a3, a4, a5, a6, a7);
        }
        return new LeftOut(leftOut);
    }

    /** A lazy call outside of any workflow: what is decided of it counts only once an operation begins below it. */
    private Object enterLazyRoot(
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
        if (reader.isLeftAlone(self, a0, a1, a2, a3, a4, a5, a6, a7)) {
            return null;
        }
        Span caller = reader.caller(self, a0, a1, a2, a3, a4, a5, a6, a7);
        byte decision = caller == Span.UNSAMPLED
                ? Span.NOT_CHOSEN_BY_CALLER
                : caller == null ? lifecycle.sampling().decide(context) : Span.UNDECIDED;
        Object handle = caller == null || caller == Span.UNSAMPLED
                ? openBound(context, self, a0, a1, a2, a3, a4, a5, a6, a7)
                : openBelow(caller, context, self, a0, a1, a2, a3, a4, a5, a6, a7);
        context.current.decision = decision;
        return handle;
    }

    /** Opens the first span of a workflow as a child of the caller's, which is current nowhere here. */
    private Object openBelow(
            Span caller,
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
        context.current = caller;
        try {
            Object handle = openBound(context, self, a0, a1, a2, a3, a4, a5, a6, a7);
            context.current.previous = null;
            return handle;
        } finally {
            if (context.current == caller) {
                context.current = null;
            }
        }
    }

    /** Returns the handle of a new span: itself, but for one that no call can end. */
    private Object openBound(
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
        Span span = snapshot == null
                ? open(context, self, a0, a1, a2, a3, a4, a5, a6, a7)
                : open(
                        context,
                        self,
                        snapshot.copy(0, a0),
                        snapshot.copy(1, a1),
                        snapshot.copy(2, a2),
                        snapshot.copy(3, a3),
                        snapshot.copy(4, a4),
                        snapshot.copy(5, a5),
                        snapshot.copy(6, a6),
                        snapshot.copy(7, a7));
        if (binds) {
            boolean reachable = false;
            boolean bound = false;
            try {
                reachable = bindAll(span, self, a0, a1, a2, a3, a4, a5, a6, a7);
                bound = true;
            } finally {
                if (!bound) {
                    lifecycle.cutOff(context, span);
                }
            }
            if (opens && !reachable && !bindsResult && !bindsLater) {
                return new Unreachable(span);
            }
        }
        return span;
    }

    private Span open(
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
        boolean held = heldForEnd || shape.keepsArguments() || rule.lazy();
        return lifecycle.open(context, state, site, held, shape.onlyPrepares(), self, a0, a1, a2, a3, a4, a5, a6, a7);
    }

    /** Answers whether {@code handle} is that of the first call of a workflow that is not recorded. */
    public static boolean isUnsampledRoot(Object handle) {
        return handle == UNSAMPLED_ROOT || handle instanceof LeftOut;
    }

    @Override
    public Object exitCall(ThreadContext context, Object handle, Object result, Throwable thrown) throws Throwable {
        if (handle instanceof Span span) {
            return exitOrLose(context, span, true, result, thrown);
        }
        if (handle instanceof Unreachable opened) {
            return exitOrLose(context, opened.span, false, result, thrown);
        }
        if (handle == UNSAMPLED_ROOT || handle instanceof LeftOut) {
            leaveUnsampled(context, handle);
            if (opens && bindsResult) {
                bindResult(lifecycle, reader, rule, Span.UNSAMPLED, result);
            }
            return thrown == null ? shape.unsampled(result) : result;
        }
        if (handle == SAMPLED_ROOT) {
            context.sampled = false;
            return result;
        }
        if (handle == UNSAMPLED_BELOW) {
            return thrown == null ? shape.unsampled(result) : result;
        }
        if (handle instanceof Merged merged) {
            if (thrown != null) {
                merged.into.innerThrown = thrown;
            }
            return result;
        }
        throw new AssertionError(handle);
    }

    /** Answers whether the span of a call goes on with what the call returned, in whose place the caller gets something else. */
    public boolean goesOnWith(Object result) {
        return result != null && shape.replaces(result);
    }

    /** Returns what the caller gets in place of a result that the span goes on with, where the span was left before. */
    public Object inPlaceOf(Object result, Span span) throws Throwable {
        return shape.end(span, result);
    }

    @Override
    void undo(ThreadContext context, Object handle) {
        if (handle instanceof Span span) {
            lifecycle.cutOff(context, span);
        } else if (handle instanceof Unreachable opened) {
            lifecycle.cutOff(context, opened.span);
        } else if (handle == UNSAMPLED_ROOT || handle instanceof LeftOut) {
            leaveUnsampled(context, handle);
        } else if (handle == SAMPLED_ROOT) {
            context.sampled = false;
        }
    }

    private static void leaveUnsampled(ThreadContext context, Object handle) {
        context.current = handle instanceof LeftOut below ? below.root : null;
    }

    /** Ends the span, or puts it and what is still current above it among the thread's lost ones: the stack has no room left. */
    private Object exitOrLose(ThreadContext context, Span span, boolean reachable, Object result, Throwable thrown)
            throws Throwable {
        Span previous = span.previous;
        try {
            if (context.lost != null) {
                lifecycle.lostExits().end(context);
            }
            if (context.current != span) {
                lifecycle.lostExits().leaveAbove(context, span, thrown);
            }
            if (reachable) {
                return exitSpan(context, span, result, thrown);
            }
            lifecycle.leave(context, span);
            lifecycle.finish(span, thrown == null ? Status.OK : Status.ERROR, true, result, thrown);
            return result;
        } catch (StackOverflowError noStack) {
            // from here on stores and no calls
            Span above = context.current;
            while (above != null && above != span) {
                above = above.previous;
            }
            if (above == span) {
                for (Span lost = context.current; lost != span; ) {
                    Span next = lost.previous;
                    if (lost.innerThrown == null) {
                        lost.innerThrown = noStack;
                    }
                    lost.previous = context.lost;
                    context.lost = lost;
                    lost = next;
                }
                context.current = previous;
            }
            if (span.innerThrown == null) {
                span.innerThrown = thrown;
            }
            span.previous = context.lost;
            context.lost = span;
            context.disabledRules = LOOK_AGAIN;
            throw noStack;
        }
    }

    private Object exitSpan(ThreadContext context, Span span, Object result, Throwable thrown) throws Throwable {
        if (thrown instanceof StackOverflowError) {
            lifecycle.finish(span, Status.ERROR, true, null, thrown);
            lifecycle.leave(context, span);
            return result;
        }
        lifecycle.leave(context, span);
        if (thrown != null) {
            lifecycle.finish(span, Status.ERROR, true, null, thrown);
            return result;
        }
        if (span.extended) {
            return result;
        }
        boolean settled = false;
        try {
            boolean reachable = bindsResult && bindResult(lifecycle, reader, rule, span, result);
            Object returned = opens && !bindsLater ? result : shape.end(span, result);
            if (opens && bindsResult && !reachable && !lifecycle.bound().isBound(span)) {
                lifecycle.finish(span, Status.OK, true, result, null);
            }
            settled = true;
            return returned;
        } finally {
            if (!settled) {
                // the call is over, whatever failed in telling what it returned
                lifecycle.finish(span, Status.OK, true, null, null);
            }
        }
    }

    /** Binds the span to what the call is given; answers whether there was any such object. */
    private boolean bindAll(
            Span span,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7) {
        boolean any = false;
        for (int i = 0; i < reader.keyCount(); i++) {
            if (reader.keyReadsResult(i)) {
                continue;
            }
            Object key = reader.key(i, self, a0, a1, a2, a3, a4, a5, a6, a7, null);
            lifecycle.bind(key, rule.operation(), span, opens);
            any |= key != null;
        }
        return any;
    }

    /** Binds the span to the keys that {@code result} leads to; answers whether there were any. */
    public static boolean bindResult(SpanLifecycle lifecycle, CallReader reader, Rule rule, Span span, Object result) {
        boolean any = false;
        for (int i = 0; i < reader.keyCount(); i++) {
            if (reader.keyReadsResult(i)) {
                Object key = reader.key(i, null, null, null, null, null, null, null, null, null, result);
                lifecycle.bind(key, rule.operation(), span, rule.role() == Role.OPEN);
                any |= key != null;
            }
        }
        return any;
    }

    /** Handle of a call below a lazy span whose workflow is not recorded. */
    private record LeftOut(Span root) {}

    /** Handle of an inner call that is part of the outer one's span. */
    private record Merged(Span into) {}

    /** Handle of a span that was to be ended by another call, but is bound to nothing: it ends with its own. */
    private record Unreachable(Span span) {}
}
