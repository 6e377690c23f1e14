// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.PathRoots;
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
    public static final Span UNSAMPLED = new Span(null, null, null, 0, 0, 0, 0, false);

    /** The span is open, and its start may be written. */
    public static final int OPEN = 0;
    /** The span has ended; later ends are ignored. */
    public static final int ENDED = 1;
    /** The span turned out to be a wrapper before it was written, and leaves no trace. */
    public static final int ABSORBED = 2;
    /** The span is open; whether it is a wrapper that leaves no trace is not yet known, so its start is held back. */
    public static final int PROVISIONAL = 3;

    private static final VarHandle STATE;
    private static final VarHandle ACTIVITY;
    private static final VarHandle AWAITS_START;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Span.class, "state", int.class);
            ACTIVITY = lookup.findVarHandle(Span.class, "activity", int.class);
            AWAITS_START = lookup.findVarHandle(Span.class, "awaitsStart", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The rule that opened this span; {@code null} on {@link #UNSAMPLED}, and on one that stands for another process's. */
    public final Rule rule;
    /** The woven method that opened it. */
    public final Site site;
    /**
     * The span this one is a child of, {@code null} for a root. Once the end is written the consumer puts the next ancestor
     * that is still open in its place, so that a chain of tasks each started under the last does not keep all of its
     * ancestors alive.
     */
    public volatile Span parent;

    public final long traceHigh;
    public final long traceLow;
    public final long id;
    /** The thread the span started on; set before the span is shared, released when the end is written. */
    public Thread startThread;
    /** {@link System#nanoTime} at the start. */
    public final long startNanos;

    /** What was current on the opening thread before this span. */
    public Span previous;
    /** CPU time of the opening thread at the start, -1 when not measured; likewise the bytes it had allocated. */
    public long startCpuNanos = -1;

    public long startAllocatedBytes = -1;
    /** Arguments kept for the end because the rule reads them there; released at the end. {@code null} for most. */
    public Object[] held;
    /** The call only prepares the operation, unless another begins inside it; until then its start is told to nobody. */
    public volatile boolean preparing;
    /** A failure of an inner call that was merged into this span; for rules that report failures as results. */
    public Throwable innerThrown;
    /** What calls noted for the end, the last first; {@code null} for most. Released once the end is written. */
    public volatile Note notes;
    /** Chunk statistics; {@code null} until the first chunk. */
    public ChunkStats chunks;
    /** Start by the clock of JFR, in its ticks; 0 when no recording ran then. Likewise the end. */
    public long flightStart;

    public long flightEnd;
    /**
     * The JFR event of this span, an instance of a class the context does not know; {@code null} when there is none. Only the
     * consumer reads or writes it.
     */
    public Object jfrEvent;
    /** The JFR event that shows the span on its thread's lane, begun and ended on that thread; or {@code null}. */
    public Object threadEvent;
    /** The consumer has written the start; only the consumer reads or writes it. */
    public boolean startWritten;
    /** The start was refused by the ring; the end must not be offered. Written once, before the span is shared. */
    public boolean startDropped;
    /** The span wraps another of its operation and was written before that was known. */
    public volatile boolean wrapper;
    /** A call below has been taken as this span's own work; see {@code Nesting.PART}. */
    public volatile boolean hasPart;
    /** Another call closed the span while work it had started went on: that is not the span's any more, but its parent's. */
    public volatile boolean closed;
    /** How the child that ended last ended, for spans that end with the work started from them. */
    public volatile Object lastChild;
    /** The span's name, once the consumer has worked it out; only the consumer reads or writes it. */
    public String name;
    /** Told when the last activity under a span left open by its call is over; {@code null} where nobody asks. */
    public volatile QuietListener quiet;

    private volatile int state;

    @SuppressWarnings("unused")
    private volatile int activity;

    private volatile boolean awaitsStart;

    /** Creates an open span; {@code provisional} when it may turn out to be a wrapper. */
    public Span(
            Rule rule,
            Site site,
            Span parent,
            long traceHigh,
            long traceLow,
            long id,
            long startNanos,
            boolean provisional) {
        this.rule = rule;
        this.site = site;
        this.parent = parent;
        this.traceHigh = traceHigh;
        this.traceLow = traceLow;
        this.id = id;
        this.startNanos = startNanos;
        this.state = provisional ? PROVISIONAL : OPEN;
    }

    /** Returns {@link #PROVISIONAL}, {@link #OPEN}, {@link #ENDED} or {@link #ABSORBED}. */
    public int state() {
        return state;
    }

    /** Answers whether the span can still end. */
    public boolean isOpen() {
        int now = state;
        return now == OPEN || now == PROVISIONAL;
    }

    /** Settles that the span is one of its own, so that its start may be written; {@code false} if it was absorbed. */
    public boolean confirm() {
        return STATE.compareAndSet(this, PROVISIONAL, OPEN) || state != ABSORBED;
    }

    /** Settles that the span is one of its own; answers whether it was this call that did it. */
    public boolean keep() {
        return STATE.compareAndSet(this, PROVISIONAL, OPEN);
    }

    /** Settles that the span is a wrapper and leaves no trace; {@code false} when it is too late for that. */
    public boolean absorb() {
        return STATE.compareAndSet(this, PROVISIONAL, ABSORBED);
    }

    /** Ends the span; answers whether this call did it, so that a span ends once whoever comes first. */
    public boolean end() {
        return STATE.compareAndSet(this, OPEN, ENDED) || STATE.compareAndSet(this, PROVISIONAL, ENDED);
    }

    /** Keeps {@code call} for the end, in place of what the same rule noted before. Calls come serially, or one wins. */
    public void note(Rule by, PathRoots call) {
        Note rest = null;
        for (Note note = notes; note != null; note = note.next) {
            if (note.rule != by) {
                rest = new Note(note.rule, note.call, rest);
            }
        }
        notes = new Note(by, call, rest);
    }

    /** Consumer: lets go of what only an open span needs; its end is written. */
    public void release() {
        startThread = null;
        notes = null;
        Span ancestor = parent;
        while (ancestor != null && ancestor.state == ENDED && (ancestor.startWritten || ancestor.startDropped)) {
            ancestor = ancestor.parent;
        }
        parent = ancestor;
    }

    /** Takes note of a child, scope or captured task that runs under this span. */
    public void enterActivity() {
        ACTIVITY.getAndAdd(this, 1);
    }

    /** Takes note of the end of one; tells {@link #quiet} when it was the last. */
    public void leaveActivity() {
        if ((int) ACTIVITY.getAndAdd(this, -1) == 1) {
            QuietListener listener = quiet;
            if (listener != null) {
                listener.quiet(this);
            }
        }
    }

    /** Leaves the span open after its call: its work is to be started by a later call. */
    public void awaitStart(QuietListener listener) {
        quiet = listener;
        awaitsStart = true;
    }

    /** Answers whether the work of a span left open by its call has not been started yet. */
    public boolean isAwaitingStart() {
        return awaitsStart;
    }

    /** Takes note that the awaited work was started and that call is over; from now on the span ends with its work. */
    public void started() {
        if (AWAITS_START.compareAndSet(this, true, false)) {
            leaveActivity();
        }
    }

    /** Returns the nearest span, from this one upwards, whose activity is counted; {@code null} for most. */
    public Span activityHolder() {
        Span span = this;
        while (span != null && !span.tracksActivity()) {
            span = span.parent;
        }
        return span;
    }

    /** Answers whether work under this span is counted, so that it can end when all of it is over. */
    public boolean tracksActivity() {
        return rule != null && !rule.unstarted().isEmpty();
    }

    /**
     * A woven method.
     *
     * @param className fully qualified name of the class that declares it
     * @param method its name
     * @param parameterAnnotations annotation type names of each parameter
     */
    public record Site(String className, String method, String[][] parameterAnnotations) {}

    /**
     * A call that has attributes for the span's end.
     *
     * @param rule the rule that says which
     * @param call what they are read from
     * @param next what another rule noted, or {@code null}
     */
    public record Note(Rule rule, PathRoots call, Note next) {}

    /** Ends spans that were left open by their call. */
    @FunctionalInterface
    public interface QuietListener {
        /** Called on the thread whose activity was the last. */
        void quiet(Span span);
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
