// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.ring;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.PathRoots;

/**
 * One place of the ring: an event of any type with the references captured for it. Written by the producer that claimed
 * it, read and cleared by the consumer, and used again on the next lap.
 *
 * <p>As {@link PathRoots} it gives what was captured; what needs the method's annotations is the reader's to find.
 */
final class Slot implements PathRoots {
    /** {@code null}: claimed, but never filled. */
    EventType type;

    Span span;
    /** {@link System#nanoTime} of the event. */
    long nanos;

    Thread thread;

    int chunkIndex;
    String chunkType;
    int chars;

    SpanEnd.Status status;
    long cpuNanos;
    long allocatedBytes;
    Rule rule;

    /** Whether prompts and results may be read. */
    boolean payload;
    /** Bytes of the budget this event holds. */
    int reserved;
    /** Overflowed ends only: the ring's sequence after which this event comes. */
    long after;
    /** Held starts only: when it was taken from the ring. */
    long heldSince;

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

    /** Lets go of everything, so that nothing of the application lives on in the ring. */
    void clear() {
        type = null;
        span = null;
        thread = null;
        chunkType = null;
        status = null;
        rule = null;
        reserved = 0;
        dropReferences();
        thrown = null;
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

    /** Takes over a start from {@code other}, the references included. */
    void copyStart(Slot other) {
        type = other.type;
        span = other.span;
        nanos = other.nanos;
        thread = other.thread;
        rule = other.rule;
        payload = other.payload;
        reserved = other.reserved;
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
