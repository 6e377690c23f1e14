// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.coroutine;

import io.agentprofiler.rules.access.lookup.FieldReader;
import io.agentprofiler.rules.access.lookup.FieldReaders;
import io.agentprofiler.rules.model.Coroutines;

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
public final class Frames {
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
    private record FrameKind(boolean frame, boolean root, FieldReader label, FieldReader caller, FieldReader failure) {}

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
                    frame, root, frame ? FieldReaders.ofInt(type, names.frame().label()) : null, caller, failure);
        }
    }
}
