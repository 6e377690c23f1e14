// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.root.PathRoots;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

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

    /** Stands for a length of time that is not known. */
    public static final long UNKNOWN = -1;

    /** The ring has counted the span's end, so that it will be written. */
    public static final byte END_COUNTED = 1;
    /** The application's stack ended before the span's end was counted: nobody has heard of it. */
    public static final byte END_CUT_OFF = 2;

    /** The span is open, and its start may be written. */
    public static final int OPEN = 0;
    /** The span has ended; later ends are ignored. */
    public static final int ENDED = 1;
    /** The span turned out to be a wrapper before it was written, and leaves no trace. */
    public static final int SUPPRESSED = 2;
    /** The span is open; whether it is a wrapper that leaves no trace is not yet known, so its start is held back. */
    public static final int PROVISIONAL = 3;
    /** A {@linkplain #lazy} span that is not recorded, below which an operation began; counts as open until its call is over. */
    public static final int REFUSED = 4;

    /** Nothing was decided at this span, or it is recorded in any case. */
    public static final byte UNDECIDED = 0;
    /** The sampling rate chose the workflow that begins with this span. */
    public static final byte CHOSEN = 1;
    /** The sampling rate left it out. */
    public static final byte NOT_CHOSEN = 2;
    /** The caller in another process does not record. */
    public static final byte NOT_CHOSEN_BY_CALLER = 3;

    private static final VarHandle STATE;
    private static final VarHandle ACTIVITY;
    private static final VarHandle OWN_CALL;
    private static final VarHandle LATE_START;
    private static final VarHandle LEAD;

    /** The span's own call is not over, and has not started work that is to go on after it. */
    private static final byte CALLED = 0;
    /** The call is not over, but the work that is to go on after it was started inside it. */
    private static final byte STARTED = 1;
    /** The call is over; its work is to be started by a later one. */
    private static final byte AWAITING_START = 2;
    /** The call is over and its work was started, or the span is over: the call is no activity any more. */
    private static final byte LEFT = 3;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Span.class, "state", int.class);
            ACTIVITY = lookup.findVarHandle(Span.class, "activity", int.class);
            OWN_CALL = lookup.findVarHandle(Span.class, "ownCall", byte.class);
            LATE_START = lookup.findVarHandle(Span.class, "lateStart", Object.class);
            LEAD = lookup.findVarHandle(Span.class, "lead", WeakReference.class);
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

    /**
     * How long the task waited for a free thread in which this span began first, in nanoseconds; {@link #UNKNOWN} for most. Set
     * before the span is shared.
     */
    public long queuedNanos = UNKNOWN;

    /** What was current on the opening thread before this span. */
    public Span previous;
    /**
     * CPU time of the opening thread at the start in nanoseconds, and the bytes it had allocated; each -1 if the JVM cannot tell. {@code
     * null} for the many spans that measure neither, which are smaller so.
     */
    public long[] startResources;

    /**
     * What another tracer had as its context where the workflow began, of a class that the context does not know; {@code null} for most.
     * Released once the start is written.
     */
    public Object tracerContext;

    /** The code that made the call, of a class that the context does not know; {@code null} for most. Released once the start is written. */
    public Object calledFrom;
    /** Arguments kept for the end because the rule reads them there; released at the end. {@code null} for most. */
    public Object[] held;
    /** The span began after its workflow had ended, in work that was {@linkplain ThreadContext#isLateAndHandedOver handed over}. */
    public boolean handedOver;
    /** The call only prepares the operation, unless another begins inside it; until then its start is told to nobody. */
    public volatile boolean preparing;
    /**
     * The span is one only if an operation begins below it. Until then its start is told to nobody, and if none does it leaves
     * nothing. Set before the span is shared.
     */
    public boolean lazy;
    /**
     * What was decided of the workflow that begins with this lazy span; to be counted once an operation begins. Set before the
     * span is shared.
     */
    public byte decision;
    /** The span does not end with its own call, but by another that finds it by a key. */
    public volatile boolean extended;
    /** A failure of an inner call that was merged into this span; for rules that report failures as results. */
    public Throwable innerThrown;
    /** What calls noted for the end, the last first; {@code null} for most. Released once the end is written. */
    public volatile Note notes;
    /**
     * What rules keep of the elements of a streamed result, by the names they give it; {@code null} for most. Written like the
     * chunk statistics, read when the span has ended, and released once the end is written.
     */
    public Map<String, Object> kept;
    /** Chunk statistics; {@code null} until the first chunk. */
    public ChunkStats chunks;
    /** How long the application had elements of a streamed result in its hands; {@code null} where it was given none. */
    public HandlerTime handler;

    /** Takes the elements of a span that are collected by functions that can be suspended; {@code null} for most. */
    public Collection collection;
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

    /** How far the telling of the span's end came: {@link #END_COUNTED}, {@link #END_CUT_OFF}, or 0. Of the thread that ends it. */
    public byte endTold;
    /** The span wraps another of its operation and was written before that was known. */
    public volatile boolean wrapper;
    /** A recording answered the call; its method did not run. Written before the end is published. */
    public boolean replayed;
    /** A call below has been taken as this span's own work; see {@code Nesting.PART}. */
    public volatile boolean hasPart;
    /** Another call closed the span while work it had started went on: that is not the span's any more, but its parent's. */
    public volatile boolean closed;
    /** How the child that ended last ended, or what it failed with, for spans that end with the work started from them. */
    public volatile Object lastChild;
    /** The span's name, once the consumer has worked it out; only the consumer reads or writes it. */
    public String name;
    /**
     * Told when the last activity under a span left open by its call is over, where that is counted; {@code null} where nobody asks,
     * and once a subscription took the span over.
     */
    public volatile Consumer<Span> quiet;

    /** The workflow this span belongs to where it is not decided at the root whether it is recorded; else {@code null}. Set before the span is shared. */
    public Workflow workflow;

    /** The start of a lazy span, of a class the context does not know; {@code null} until it is told, and once it is taken. */
    private volatile Object lateStart;

    /** Of {@link #lead}; {@code null} before the first. */
    private volatile WeakReference<Object> lead;

    private volatile int state;

    private volatile int activity;

    private volatile byte ownCall;

    /** Where this span is counted as activity; {@code null} where it is not, and once it is over. */
    private Span countedIn;

    /**
     * Creates an open span; {@code provisional} when it may turn out to be a wrapper. From here on it counts as activity
     * of its parent, and its own call as its own, where that is counted: until it is over, whichever way that comes about.
     */
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
        if (tracksActivity()) {
            this.activity = 1;
        }
        if (parent != null && parent.tracksActivity()) {
            parent.enterActivity();
            this.countedIn = parent;
        }
    }

    /** Returns {@link #PROVISIONAL}, {@link #OPEN}, {@link #ENDED}, {@link #SUPPRESSED} or {@link #REFUSED}. */
    public int state() {
        return state;
    }

    /** Answers whether the span can still end. */
    public boolean isOpen() {
        int now = state;
        return now == OPEN || now == PROVISIONAL || now == REFUSED;
    }

    /** Answers whether this span can still end, or one it is below in this process: its workflow goes on. */
    public boolean isUnderWay() {
        for (Span span = this; span != null; span = span.parent) {
            // a caller in another process, which has no rule, never ends here
            if (span.rule != null && span.isOpen()) {
                return true;
            }
        }
        return false;
    }

    /** Answers whether this span and {@code other} belong to one workflow. */
    public boolean isOfTraceOf(Span other) {
        return traceLow == other.traceLow && traceHigh == other.traceHigh;
    }

    /** Answers whether nothing of the workflow that begins with this lazy span is recorded. */
    public boolean isLeftOut() {
        return decision >= NOT_CHOSEN;
    }

    /** Answers whether the span is lazy, and nothing has begun below it yet. */
    public boolean isUntold() {
        return lazy && state == PROVISIONAL;
    }

    /** Keeps the start of a lazy span for the consumer; {@code false} if it has been kept already. */
    public boolean offerLateStart(Object start) {
        return LATE_START.compareAndSet(this, null, start);
    }

    /** Consumer: returns the start of a lazy span and forgets it; {@code null} where there is none. */
    public Object takeLateStart() {
        Object start = lateStart;
        lateStart = null;
        return start;
    }

    /** An operation begins below a lazy span that is left out; answers whether it is the first. */
    public boolean refuse() {
        return STATE.compareAndSet(this, PROVISIONAL, REFUSED);
    }

    /** The call of a lazy span is over; answers whether it leaves nothing. */
    public boolean forget() {
        boolean forgotten = suppress();
        if (!forgotten && STATE.compareAndSet(this, REFUSED, ENDED)) {
            over(null);
            forgotten = true;
        }
        if (forgotten) {
            held = null;
        }
        return forgotten;
    }

    /** Settles that the span is one of its own, so that its start may be written; {@code false} if it was suppressed. */
    public boolean confirm() {
        return STATE.compareAndSet(this, PROVISIONAL, OPEN) || state != SUPPRESSED;
    }

    /** Settles that the span is one of its own; answers whether it was this call that did it. */
    public boolean keep() {
        return STATE.compareAndSet(this, PROVISIONAL, OPEN);
    }

    /** Settles that the span is a wrapper and leaves no trace; {@code false} when it is too late for that. */
    public boolean suppress() {
        if (!STATE.compareAndSet(this, PROVISIONAL, SUPPRESSED)) {
            return false;
        }
        over(null);
        return true;
    }

    /**
     * Ends the span; answers whether this call did it, so that a span ends once whoever comes first. That one tells the end
     * and then calls {@link #over}.
     */
    public boolean end() {
        return STATE.compareAndSet(this, OPEN, ENDED) || STATE.compareAndSet(this, PROVISIONAL, ENDED);
    }

    /**
     * The end was told: the span is no activity any more, neither its parent's nor its own. For the one whose {@link #end}
     * did it, once; {@link #suppress} calls it itself. All that the constructor entered is left here.
     *
     * @param how how the span ended, or what it failed with, for a parent that ends with it; {@code null} when it left no end
     */
    public void over(Object how) {
        lastChild = null;
        if (tracksActivity() && (byte) OWN_CALL.getAndSet(this, LEFT) != LEFT) {
            ACTIVITY.getAndAdd(this, -1);
        }
        Span counting = countedIn;
        if (counting != null) {
            countedIn = null;
            if (how != null) {
                counting.lastChild = how;
            }
            counting.leaveActivity();
        }
    }

    /** Returns the span this one is activity of; {@code null} when there is none, or this one is over. */
    public Span countedIn() {
        return countedIn;
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

    /** Keeps {@code object} under {@code name} for the end. */
    public void keep(String name, Object object) {
        if (kept == null) {
            kept = new HashMap<>();
        }
        kept.put(name, object);
    }

    /** The application is given an element of the streamed result; see {@link HandlerTime#enter}. */
    public void enterHandler(Object by) {
        if (isOpen()) {
            HandlerTime time = handler;
            if (time == null) {
                time = new HandlerTime();
                handler = time;
            }
            time.enter(by, chunks);
        }
    }

    /** The application is done with the element it was given {@code by}. What it did after the span's end is not the span's. */
    public void leaveHandler(Object by) {
        HandlerTime time = handler;
        if (time != null && isOpen()) {
            time.leave(by);
        }
    }

    /** Elements come on several threads at a time: how long the application takes for them is not known. */
    public void giveUpHandler() {
        HandlerTime time = handler;
        if (time == null) {
            time = new HandlerTime();
            handler = time;
        }
        time.giveUp();
    }

    /** Consumer: lets go of what only an open span needs; its end is written. */
    public void release() {
        startThread = null;
        tracerContext = null;
        calledFrom = null;
        notes = null;
        kept = null;
        Span ancestor = parent;
        while (ancestor != null && ancestor.state == ENDED && (ancestor.startWritten || ancestor.startDropped)) {
            ancestor = ancestor.parent;
        }
        parent = ancestor;
    }

    /** Records a child, scope or captured task that runs under this span. */
    public void enterActivity() {
        ACTIVITY.getAndAdd(this, 1);
    }

    /** Records the end of one; tells {@link #quiet} when it was the last. */
    public void leaveActivity() {
        if ((int) ACTIVITY.getAndAdd(this, -1) == 1) {
            Consumer<Span> listener = quiet;
            if (listener != null) {
                listener.accept(this);
            }
        }
    }

    /**
     * Leaves the span open after its call: it ends, by {@code listener}, when its work is over, which a later call is to
     * start if none inside its own did.
     */
    public void awaitStart(Consumer<Span> listener) {
        quiet = listener;
        if (!OWN_CALL.compareAndSet(this, CALLED, AWAITING_START) && OWN_CALL.compareAndSet(this, STARTED, LEFT)) {
            leaveActivity();
        }
    }

    /** Records that the work was started, and the call that did is over; once its own is too, the span ends with its work. */
    public void started() {
        if (!OWN_CALL.compareAndSet(this, CALLED, STARTED) && OWN_CALL.compareAndSet(this, AWAITING_START, LEFT)) {
            leaveActivity();
        }
    }

    /** Answers whether the work was started inside the span's own call, and nothing has been settled since. */
    public boolean startedEarly() {
        return ownCall == STARTED;
    }

    /** Answers whether the span's call is over, and no other has started its work yet. */
    public boolean awaitsStart() {
        return ownCall == AWAITING_START;
    }

    /** Answers whether nothing but its work can end the span any more. */
    public boolean endsWithItsWork() {
        return ownCall == LEFT;
    }

    /** Returns how many calls, children, scopes and captured tasks run under the span; 0 where that is not counted. */
    public int activity() {
        return activity;
    }

    /** Returns the nearest span, from this one upwards, whose activity is counted; {@code null} for most. */
    public Span activityHolder() {
        Span span = this;
        while (span != null && !span.tracksActivity()) {
            span = span.parent;
        }
        return span;
    }

    /**
     * Returns what a task, a stage or a call that makes this span the current one holds while it waits or runs: as long as it is
     * reachable, the call that ends the span may come, though the object that the span is bound to was collected. {@code null} for
     * spans that no other call ends.
     */
    public Object lead() {
        if (rule == null || rule.role() != Role.OPEN) {
            return null;
        }
        while (true) {
            WeakReference<Object> known = lead;
            Object held = known == null ? null : known.get();
            if (held != null) {
                return held;
            }
            Object fresh = new Object();
            if (LEAD.compareAndSet(this, known, new WeakReference<>(fresh))) {
                return fresh;
            }
        }
    }

    /** Answers whether anything holds a {@linkplain #lead lead} to the span's end. */
    public boolean isLedTo() {
        WeakReference<Object> known = lead;
        return known != null && !known.refersTo(null);
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

    /** Timing of a streamed result, in {@link System#nanoTime}. */
    public static final class ChunkStats {
        public int count;
        public long firstNanos;
        public long lastNanos;
        public long maxGapNanos;
        /** Sum of the chunks' lengths in chars; -1 when no chunk's length is known. */
        public long chars = -1;
    }

    /**
     * A result that is collected element by element, where what brings them and what takes them can be suspended.
     *
     * <p><b>Threading:</b> any thread, one after the other.
     */
    public interface Collection {
        /** Answers whether the span is this collection; else it is that of another call, and this is a part of it. */
        boolean isWhole();

        /** The application is done with the element it was given, or failed with it; {@code null} where it did not. */
        void taken(Throwable failure);

        /** The collection is over, or failed. */
        void over(Throwable failure);
    }
}
