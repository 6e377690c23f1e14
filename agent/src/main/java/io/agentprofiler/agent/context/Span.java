// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import io.agentprofiler.rules.model.Rule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One operation being traced: what a call site holds between enter and exit, and what a child finds its parent by.
 *
 * <p>Made on the application's thread, so it is small and holds no application object: captured references travel in
 * the ring's slots and die there.
 *
 * <p><b>Threading:</b> the final fields are safe anywhere. {@code state} is changed by compare-and-set only. Chunk
 * statistics are written by whichever thread delivers the chunk; streams deliver serially, so no lock is needed.
 */
public final class Span {
    /** Stands for every span below a root that was not sampled: a child sees it and does nothing. */
    public static final Span UNSAMPLED = new Span(null, null, 0, 0, 0, 0);

    /** The span is open. */
    public static final int OPEN = 0;
    /** The span has ended; later ends are ignored. */
    public static final int ENDED = 1;
    /** The span turned out to be a wrapper before it was written, and leaves no trace. */
    public static final int ABSORBED = 2;

    private static final VarHandle STATE;
    private static final VarHandle ACTIVITY;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Span.class, "state", int.class);
            ACTIVITY = lookup.findVarHandle(Span.class, "activity", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The rule that opened this span; {@code null} only on {@link #UNSAMPLED}. */
    public final Rule rule;
    /** The span this one is a child of, {@code null} for a root. */
    public final Span parent;

    public final long traceHigh;
    public final long traceLow;
    public final long id;
    /** {@link System#nanoTime} at the start. */
    public final long startNanos;

    /** Chunk statistics; {@code null} until the first chunk. */
    public ChunkStats chunks;
    /** The JFR event begun with this span, an instance of an event class the context does not know; or {@code null}. */
    public Object jfrEvent;
    /** The consumer has written the start; only the consumer reads or writes it. */
    public boolean startWritten;
    /** The start was refused by the ring; the end must not be offered. Written once, before the span is shared. */
    public boolean startDropped;

    @SuppressWarnings("unused")
    private volatile int state;

    @SuppressWarnings("unused")
    private volatile int activity;

    /** Creates an open span. */
    public Span(Rule rule, Span parent, long traceHigh, long traceLow, long id, long startNanos) {
        this.rule = rule;
        this.parent = parent;
        this.traceHigh = traceHigh;
        this.traceLow = traceLow;
        this.id = id;
        this.startNanos = startNanos;
    }

    /** Returns {@link #OPEN}, {@link #ENDED} or {@link #ABSORBED}. */
    public int state() {
        return state;
    }

    /** Moves from open to {@code next}; answers whether this call did it. */
    public boolean leaveOpen(int next) {
        return STATE.compareAndSet(this, OPEN, next);
    }

    /** Adds to the number of children and scopes still running under this span; returns the number after it. */
    public int addActivity(int delta) {
        return (int) ACTIVITY.getAndAdd(this, delta) + delta;
    }

    /** Timing of a streamed result, in {@link System#nanoTime}. */
    public static final class ChunkStats {
        public int count;
        public long firstNanos;
        public long lastNanos;
        public long maxGapNanos;
        /** Sum of the chunks' lengths in chars; -1 when no chunk's length is known. */
        public long chars = -1;
    }
}
