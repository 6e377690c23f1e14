// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.event;

import io.agentprofiler.rules.model.Rule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Shows another thread which value a consumer thread is reading, and settles who goes on when that thread gives the value up:
 * the consumer, if it came back before, or its successor. A value's reading may run the application's code, so that it can
 * take for ever. Each consumer thread has a guard of its own.
 *
 * <p><b>Threading:</b> {@link #reads} and {@link #done} are for the consumer thread, the rest for any.
 */
public final class ReadGuard {
    private static final long ABANDONED = -1;
    private static final VarHandle STATE;
    private static final VarHandle RULE;
    private static final VarHandle VALUE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(ReadGuard.class, "state", long.class);
            RULE = lookup.findVarHandle(ReadGuard.class, "rule", Rule.class);
            VALUE = lookup.findVarHandle(ReadGuard.class, "value", String.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Odd while a value is read, even while none is; grows with each. Changed by compare-and-set only. */
    private volatile long state;

    /** What is read. Stored after the state: who finds the same state again, later, has found what belongs to it. */
    @SuppressWarnings("unused")
    private Rule rule;

    @SuppressWarnings("unused")
    private String value;

    /** Creates a guard of a thread that reads nothing. */
    public ReadGuard() {}

    /**
     * Consumer: records that it begins to read a value, and is done with the one before.
     *
     * @param of whose value
     * @param named what the rule calls it: an attribute, {@code name}, {@code content}, ...
     * @throws Error when the one before was given up: this thread has been replaced, and must end without touching anything
     */
    public void reads(Rule of, String named) {
        long now = state;
        if (now == ABANDONED || !STATE.compareAndSet(this, now, now + ((now & 1) == 0 ? 1 : 2))) {
            throw Superseded.INSTANCE;
        }
        RULE.setOpaque(this, of);
        VALUE.setOpaque(this, named);
    }

    /** Consumer: has read all values; throws as {@link #reads} does. */
    public void done() {
        long now = state;
        if (now == ABANDONED || ((now & 1) == 1 && !STATE.compareAndSet(this, now, now + 1))) {
            throw Superseded.INSTANCE;
        }
    }

    /** Returns a number that stands for the reading under way and for no other; even when there is none. */
    public long state() {
        return state;
    }

    public static boolean isReading(long state) {
        return (state & 1) == 1 && state != ABANDONED;
    }

    /** Returns what is being read, or was last. */
    public Reading reading() {
        return new Reading((Rule) RULE.getOpaque(this), (String) VALUE.getOpaque(this));
    }

    /** Gives up the reading that {@code seen} stands for; {@code false} when it is over. */
    public boolean abandon(long seen) {
        return isReading(seen) && STATE.compareAndSet(this, seen, ABANDONED);
    }

    /**
     * A value of a rule.
     *
     * @param rule the rule
     * @param value what the rule calls it
     */
    public record Reading(Rule rule, String value) {
        @Override
        public String toString() {
            return "\"" + value + "\" of rule " + rule.qualifiedId();
        }
    }
}
