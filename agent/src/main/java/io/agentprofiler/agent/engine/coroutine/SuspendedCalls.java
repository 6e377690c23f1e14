// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.coroutine;

import io.agentprofiler.agent.context.Resumption;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.propagation.LaunchedCoroutines;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.BoundSpans;
import io.agentprofiler.agent.engine.span.Failures;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.rules.access.lookup.FieldReader;
import io.agentprofiler.rules.access.lookup.FieldReaders;
import io.agentprofiler.rules.model.Coroutines;
import java.util.function.Predicate;

/**
 * Spans of functions that can be suspended, found by the continuation of their caller. The span is bound before the function
 * runs, since another thread may go on with it before the first has left it. The caller's continuation going on is the end of
 * the function, so that functions are ended that never run again themselves; a continuation that calls another function in
 * its last act has several spans, the innermost last.
 *
 * <p><b>Threading:</b> any thread, without locks but those of {@link LaunchedCoroutines}.
 */
public final class SuspendedCalls {
    private static final String OPERATION = "suspended";
    /** What the application's handlers of elements are bound by, while they may be suspended. */
    private static final String HANDLER = "handler";
    /** What collections are bound by that are a part of a span. */
    private static final String COLLECTING = "collecting";
    /** Most callers that are followed: a deeper chain is taken for a fault of the application. */
    private static final int MOST_CALLERS = 1 << 16;

    final Frames frames;
    final LaunchedCoroutines launched = new LaunchedCoroutines();
    private final BoundSpans bySuspended = new BoundSpans(Integer.MAX_VALUE);
    private final SpanLifecycle lifecycle;
    private final RuleStates states;

    public SuspendedCalls(Coroutines names, SpanLifecycle lifecycle, RuleStates states) {
        this.frames = new Frames(names);
        this.lifecycle = lifecycle;
        this.states = states;
    }

    /** A function was called whose caller goes on with {@code caller}. */
    public void called(Object caller, Span span) {
        bySuspended.bind(caller, OPERATION, span, span != Span.UNSAMPLED);
    }

    /** The function returned in place, in a workflow that is not recorded. */
    public void returned(Object caller) {
        bySuspended.unbind(caller, OPERATION);
    }

    /** The function of {@code span} returned what the span goes on with: it does not end with the function. */
    void goesOn(Span span) {
        bySuspended.forget(span, OPERATION);
    }

    /** Elements of a span that another call opened are collected for {@code caller}: what brings them runs under the span. */
    public void collecting(Object caller, Span span) {
        bySuspended.bind(caller, COLLECTING, span, false);
    }

    /** Such a collection is over. */
    public void collected(Object caller, Span span) {
        span.collection = null;
        bySuspended.unbind(caller, COLLECTING, bound -> bound == span);
    }

    /**
     * An element of {@code span} is given to the application, whose code goes on with {@code caller} when it is done with it. Until
     * then it runs under what {@code span} is a part of. Told before the application has it, since another thread may go on with it.
     */
    public void handing(Object caller, Span span) {
        bySuspended.bind(caller, HANDLER, span, true);
    }

    /** The application took the element in place. */
    public void handed(Object caller) {
        bySuspended.unbind(caller, HANDLER);
    }

    /** Answers whether a function was suspended that returned {@code result}. */
    public boolean isSuspended(Object result) {
        return frames.isSuspended(result);
    }

    /** Returns the innermost of the wanted spans of calls that {@code caller} is waiting for, or {@code null}. */
    Span underWay(Object caller, Predicate<Span> wanted) {
        return caller == null ? null : bySuspended.find(caller, OPERATION, wanted);
    }

    /** Answers whether nothing is suspended that anybody would want to know of. */
    boolean isEmpty() {
        return bySuspended.size() == 0 && launched.isEmpty();
    }

    /** {@code continuation} goes on with {@code outcome}: ends the calls it was waiting for; answers whether there were any. */
    boolean end(Object continuation, Object outcome) {
        boolean taken = endHandlers(continuation, outcome) | endCollections(continuation, outcome);
        Span span = bySuspended.find(continuation, OPERATION);
        if (span == null) {
            return taken;
        }
        Throwable failure = frames.failureOf(outcome);
        Object value = failure == null ? frames.valueOf(outcome) : null;
        try {
            for (; span != null && span != Span.UNSAMPLED; span = bySuspended.find(continuation, OPERATION)) {
                if (states.of(span.rule).isOff()) {
                    lifecycle.abandon(span);
                } else if (span.collection != null && span.collection.isWhole()) {
                    span.collection.over(failure);
                } else {
                    lifecycle.finish(span, Failures.statusOf(failure), false, value, failure);
                }
                if (span.isOpen()) {
                    // it waits for work that it has started
                    break;
                }
            }
        } finally {
            bySuspended.unbind(continuation, OPERATION);
        }
        return true;
    }

    /** Ends what the application did with elements, if {@code continuation} was waiting for that; answers whether it was. */
    private boolean endHandlers(Object continuation, Object outcome) {
        if (bySuspended.find(continuation, HANDLER) == null) {
            return false;
        }
        Throwable failure = frames.failureOf(outcome);
        bySuspended.find(continuation, HANDLER, span -> {
            Span.Collection collection = span.collection;
            if (collection != null) {
                collection.taken(failure);
            }
            return false;
        });
        bySuspended.unbind(continuation, HANDLER);
        return true;
    }

    /** Ends collections that are a part of a span; answers whether {@code continuation} was waiting for any. */
    private boolean endCollections(Object continuation, Object outcome) {
        Span span = bySuspended.find(continuation, COLLECTING);
        boolean any = span != null;
        for (; span != null; span = bySuspended.find(continuation, COLLECTING)) {
            Span.Collection collection = span.collection;
            collected(continuation, span);
            if (collection != null) {
                collection.over(frames.failureOf(outcome));
            }
        }
        return any;
    }

    /**
     * Returns the span that what is called by {@code caller} runs under: that of the nearest call under way, or the one the
     * coroutine was launched under. Where neither is known it is what was current on the thread.
     */
    Span around(Object caller, Resumption resumption) {
        resumption.until = null;
        Object last = null;
        Object at = caller;
        for (int i = 0; at != null && i < MOST_CALLERS; i++) {
            Span collecting = bySuspended.find(at, COLLECTING);
            Span span = collecting != null ? collecting : bySuspended.find(at, OPERATION);
            Span handled = bySuspended.find(at, HANDLER);
            if (handled != null && (span == null || isBelow(span, handled))) {
                resumption.until = at;
                return SpanLifecycle.living(handled.parent);
            }
            if (span != null) {
                resumption.until = at;
                return span;
            }
            last = at;
            at = frames.callerOf(at);
        }
        if (last == null || at != null) {
            return resumption.around();
        }
        Span launch = launched.spanOf(last);
        return launch != null ? launch : frames.isRoot(last) ? null : resumption.around();
    }

    /** Answers whether {@code span} is {@code above} or a part of it: what is called in a handler of its elements is not. */
    private static boolean isBelow(Span span, Span above) {
        for (Span s = span; s != null; s = s.parent) {
            if (s == above) {
                return true;
            }
        }
        return false;
    }

    /** Ends a call that has come to its end itself. */
    void finish(Span span, Object result, Throwable thrown) {
        Status status = Failures.statusOf(thrown);
        lifecycle.finish(span, status, false, thrown == null ? frames.valueOf(result) : null, thrown);
    }

    /** Gives up what was collected before its end. */
    public void sweep() {
        bySuspended.sweep(lifecycle::abandon);
        launched.sweep();
    }

    /**
     * Reads continuations, and what suspended functions return.
     *
     * <p>A function that can be suspended is given the continuation of its caller. One that goes on after a call that suspended it
     * makes a continuation of its own, a <i>frame</i>, which knows the caller's and hands itself to what it calls. To go on, the
     * frame marks itself and calls the function again with itself in the caller's place. A function whose last act is the call that
     * suspends it has no frame: it passes the caller's continuation on, and is over when that goes on.
     *
     * <p><b>Threading:</b> any thread. What is known of a class is kept with the class.
     */
    static final class Frames {
        private final Coroutines names;
        private final Kinds kinds = new Kinds();

        /** Reads what is called as {@code names} says. */
        public Frames(Coroutines names) {
            this.names = names;
        }

        /** Answers whether {@code result} says that the function that returned it was suspended. */
        public boolean isSuspended(Object result) {
            return result instanceof Enum<?> constant
                    && constant.name().equals(names.suspended().name())
                    && constant.getDeclaringClass()
                            .getName()
                            .equals(names.suspended().type());
        }

        /** Returns what a function threw whose continuation goes on with {@code outcome}; {@code null} when it returned. */
        public Throwable failureOf(Object outcome) {
            if (outcome == null
                    || !outcome.getClass().getName().equals(names.failure().type())) {
                return null;
            }
            return read(kinds.get(outcome.getClass()).failure, outcome) instanceof Throwable failure ? failure : null;
        }

        /** Returns a function's result; {@code null} for one that returns none. */
        public Object valueOf(Object result) {
            return result != null && result.getClass().getName().equals(names.nothing()) ? null : result;
        }

        /** Answers whether {@code continuation} is a function's or lambda's own, made by the compiler. */
        public boolean isFrame(Object continuation) {
            return kinds.get(continuation.getClass()).frame;
        }

        /** Answers whether {@code continuation} is a coroutine that nothing but its launch belongs to. */
        public boolean isRoot(Object continuation) {
            return kinds.get(continuation.getClass()).root;
        }

        /** Returns the continuation of who called; {@code null} where that is not known, or nobody did. */
        public Object callerOf(Object continuation) {
            return read(kinds.get(continuation.getClass()).caller, continuation);
        }

        /** Answers whether the function that is given {@code continuation} is its own, entered again to go on. */
        public boolean isEnteredAgain(Object continuation) {
            FieldReader label = kinds.get(continuation.getClass()).label;
            return label != null && label.readInt(continuation) < 0;
        }

        private static Object read(FieldReader field, Object of) {
            return field == null ? null : field.read(of);
        }

        /** What a class is; readers are {@code null} where there is no such field. */
        private record FrameKind(
                boolean frame, boolean root, FieldReader label, FieldReader caller, FieldReader failure) {}

        private final class Kinds extends ClassValue<FrameKind> {
            @Override
            protected FrameKind computeValue(Class<?> type) {
                boolean frame = false;
                boolean root = false;
                FieldReader caller = null;
                FieldReader failure = null;
                for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                    frame |= c.getName().equals(names.frame().type());
                    root |= names.roots().contains(c.getName());
                    String field = names.callers().get(c.getName());
                    if (caller == null && field != null) {
                        caller = FieldReaders.of(c, field);
                    }
                    if (c.getName().equals(names.failure().type())) {
                        failure = FieldReaders.of(c, names.failure().name());
                    }
                }
                return new FrameKind(
                        frame,
                        root,
                        frame ? FieldReaders.ofInt(type, names.frame().label()) : null,
                        caller,
                        failure);
            }
        }
    }
}
