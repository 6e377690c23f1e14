// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.ring;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.ShortAttributes;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.stats.EventType;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.root.PathRoots;

/**
 * One place of the ring: an event of any type with the references captured for it. Written by the producer that claimed
 * it, read and cleared by the consumer, and used again on the next lap.
 *
 * <p>Slots grow old, and to store a reference to a young object in an old one costs the storing thread a memory fence with
 * the JVM's default collector. So a producer stores as few as it can: types are numbers, and the thread and the rule are left
 * out where they are the span's own.
 *
 * <p>As {@link PathRoots} it gives what was captured; what needs the method's annotations is the reader's to find.
 */
public final class Slot implements PathRoots {
    private static final EventType[] TYPES = EventType.values();
    private static final SpanEnd.Status[] STATUSES = SpanEnd.Status.values();

    /**
     * What {@link #code} says of the type; 0: claimed, but never filled. The last thing a producer stores before it
     * publishes.
     */
    public int type;

    /** What was to be stored, where {@link #abandonedClaim} says that it was not published. */
    public EventType abandonedType;
    /**
     * The sequence for which a producer claimed this slot and could not publish it, because the application's stack was at
     * its end; lower than any other at first. Whoever publishes it sees all the producer stored before.
     */
    public volatile long abandonedClaim = -1;

    public Span span;
    /** {@link System#nanoTime} of the event. */
    public long nanos;

    /** {@code null}: the thread the span started on. */
    public Thread thread;

    public int chunkIndex;
    public String chunkType;
    public int chars;

    private int status;
    public long cpuNanos;
    public long allocatedBytes;
    /** Ends only, {@code null}: the span's own. */
    public Rule rule;

    /** Whether prompts and results may be read. */
    public boolean payload;
    /** What was read when the references were let go; {@code null} for most. */
    public ShortAttributes shortAttributes;
    /** Bytes of the budget this event holds. */
    public int reserved;
    /** Overflowed ends only: the ring's sequence after which this event comes. */
    long after;
    /** Held starts only: when it was taken from the ring. */
    public long heldSince;

    Object self;
    Object a0;
    Object a1;
    Object a2;
    Object a3;
    Object a4;
    Object a5;
    Object a6;
    Object a7;
    Object result;
    Throwable thrown;

    /** Returns the number by which a slot says what it holds. */
    static int code(EventType filled) {
        return filled.ordinal() + 1;
    }

    /** Returns what the slot holds, {@code null} when it was never filled. */
    public EventType type() {
        return type == 0 ? null : TYPES[type - 1];
    }

    public void status(SpanEnd.Status ended) {
        status = ended.ordinal();
    }

    public SpanEnd.Status status() {
        return STATUSES[status];
    }

    /** Returns the thread of the event. */
    public Thread thread() {
        return thread == null ? span.startThread : thread;
    }

    /** Returns the rule whose attributes are read. */
    public Rule rule() {
        return rule == null ? span.rule : rule;
    }

    /** Lets go of everything, so that nothing of the application lives on in the ring. */
    public void clear() {
        type = 0;
        span = null;
        thread = null;
        chunkType = null;
        rule = null;
        reserved = 0;
        shortAttributes = null;
        dropReferences();
        thrown = null;
    }

    /** Producer: returns how long the texts are that were captured as such; what other objects hold cannot be told here. */
    long capturedChars() {
        return chars(self)
                + chars(a0)
                + chars(a1)
                + chars(a2)
                + chars(a3)
                + chars(a4)
                + chars(a5)
                + chars(a6)
                + chars(a7)
                + chars(result);
    }

    private static long chars(Object captured) {
        return captured instanceof String text ? text.length() : 0;
    }

    /** Lets go of what may hold prompts and results. */
    void dropReferences() {
        self = null;
        a0 = null;
        a1 = null;
        a2 = null;
        a3 = null;
        a4 = null;
        a5 = null;
        a6 = null;
        a7 = null;
        result = null;
    }

    /** Takes over what was captured; what was not is {@code null} already, and is not stored. */
    void capture(Object self, Object a0, Object a1, Object a2, Object a3, Object a4, Object a5, Object a6, Object a7) {
        if (self != null) {
            this.self = self;
        }
        if (a0 != null) {
            this.a0 = a0;
        }
        if (a1 != null) {
            this.a1 = a1;
        }
        if (a2 != null) {
            this.a2 = a2;
        }
        if (a3 != null) {
            this.a3 = a3;
        }
        if (a4 != null) {
            this.a4 = a4;
        }
        if (a5 != null) {
            this.a5 = a5;
        }
        if (a6 != null) {
            this.a6 = a6;
        }
        if (a7 != null) {
            this.a7 = a7;
        }
    }

    /** Takes over a start from {@code other}, the references included. */
    public void copyStart(Slot other) {
        type = other.type;
        span = other.span;
        nanos = other.nanos;
        thread = other.thread;
        payload = other.payload;
        reserved = other.reserved;
        shortAttributes = other.shortAttributes;
        self = other.self;
        a0 = other.a0;
        a1 = other.a1;
        a2 = other.a2;
        a3 = other.a3;
        a4 = other.a4;
        a5 = other.a5;
        a6 = other.a6;
        a7 = other.a7;
    }

    @Override
    public Object self() {
        return self;
    }

    @Override
    public Object arg(int index) {
        return switch (index) {
            case 0 -> a0;
            case 1 -> a1;
            case 2 -> a2;
            case 3 -> a3;
            case 4 -> a4;
            case 5 -> a5;
            case 6 -> a6;
            case 7 -> a7;
            default -> null;
        };
    }

    @Override
    public Object result() {
        return result;
    }

    @Override
    public Throwable thrown() {
        return thrown;
    }

    @Override
    public Object annotatedArg(String annotationType) {
        return null;
    }
}
