// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import java.util.concurrent.ThreadLocalRandom;

/**
 * What the agent knows of one thread: the span that is current on it, and its source of ids.
 *
 * <p>A thread begins with the span it was {@link ThreadStarts started} under, a virtual thread with the one it was made under,
 * and a worker of a pool with none. One invariant holds for all of them: a thread carries a span only while it runs work that
 * belongs to it. The span that a thread began with is its base. {@link #settle} is the one place that lets go of it:
 *
 * <ul>
 *   <li>A thread that was started to run a single task keeps its base to its end.
 *   <li>The base of any other thread counts while the workflow goes on.
 *   <li>A thread that turns out to serve other workflows has lost its base for good; see {@link #serve}.
 * </ul>
 *
 * <p>Calls and tasks that bring a span of their own put back what was current before them. That may be a base which ended
 * meanwhile, so a base that was let go of once is still recognised.
 *
 * <p><b>Threading:</b> an instance belongs to its thread.
 */
public final class ThreadContext {
    private static final Inheritance HOLDER = new Inheritance();

    /** The span new spans become children of; {@code null} outside any workflow. */
    public Span current;

    /** The span whose chunk callback is running, so that a callback delegating to another counts once. */
    public Span chunking;

    /**
     * Whether the agent itself is calling methods of the application or of its libraries: what they call is not traced, as it
     * would not be called without the agent.
     */
    public boolean inside;

    /**
     * Spans of calls that are over and whose exits found no stack left to tell it, linked by {@link Span#previous}; mostly
     * {@code null}. They are no longer current, and are ended when the thread has stack again.
     */
    public Span lost;

    /** How many rules had been switched off when the engine last looked; see the engine's use. */
    public int disabledRules;

    /** JFR events this thread keeps for reuse, in a class the context does not know; {@code null} when it has none. */
    public Object spareEvents;

    /**
     * Whether it is decided that the workflow which starts next on this thread is recorded: a call that turned out to be no
     * operation was sampled, and what it calls is not to be sampled once more.
     */
    public boolean sampled;

    /** The innermost coroutine that goes on on this thread; {@code null} when none does. */
    public Resumption resumption;

    /** Whether the sampling rate chose the workflow that starts next on this thread, where others are recorded, too, for now. */
    public boolean chosen;

    /** The task running on this thread that brought its own span, and the one around it, if any. */
    public TaskFrame task;

    /** Whether a pool's worker has begun a task and not yet asked for more: it may be told twice of the same. */
    public boolean working;

    /** A fork-join task that is about to be run by plain call, so that it keeps the caller's span. */
    public Object calledDirectly;

    /**
     * How many calls are running that brought a span which another call opened: what is current is not the base meanwhile,
     * even if it is the same span.
     */
    public int scopes;

    /** The span the thread carries between the work that brings its own; {@code null} for most threads, and for single tasks. */
    private Span base;

    /** Whether the thread does work of other workflows, so that its base is nobody's. */
    private boolean serving;

    /** The work that runs because it was taken from {@link #queue}, where it was put under a span; else {@code null}. */
    private PropagatedSpan taken;

    private Object queue;

    /** Whether the thread was made to run a single task. */
    private boolean ofTask;

    /** Whether the span the thread begins with is known. */
    private boolean begun;

    /** Whether the thread has no base, so that {@link #get} has nothing to find out. */
    private boolean settled;

    private long seed = ThreadLocalRandom.current().nextLong();

    private ThreadContext() {}

    /** Returns the calling thread's context. */
    public static ThreadContext get() {
        ThreadContext context = HOLDER.get();
        return context != null && context.settled ? context : settle(context);
    }

    /** Returns a random number that is never 0 (SplitMix64, seeded a thread). */
    public long nextId() {
        long z = seed += 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        z ^= z >>> 31;
        return z == 0 ? 1 : z;
    }

    /**
     * Makes {@code span} current for the run of {@code key}, until {@link #leave} is called for the same key.
     *
     * @param ended told when the run is over; may be {@code null}
     */
    public void enter(Object key, Span span, PropagatedSpan ended) {
        enter(key, span, ended, ended);
    }

    /** Makes the span of {@code stage} current for the run of {@code key}, until {@link #leave} is called for the same key. */
    public void enter(Object key, StageFunction stage) {
        enter(key, stage.span, null, stage);
    }

    private void enter(Object key, Span span, PropagatedSpan ended, Object lead) {
        task = new TaskFrame(key, ended, span, lead, current, chunking, task);
        current = span;
        chunking = null;
    }

    /**
     * Returns how long the task that runs waited for a thread, for the first span begun in it: in nanoseconds, {@link Span#UNKNOWN}
     * for all others, and where it is not known.
     *
     * @param parent the span's; {@code null} for none
     */
    public long takeQueued(Span parent) {
        TaskFrame frame = task;
        if (frame == null || frame.queuedNanos < 0) {
            return Span.UNKNOWN;
        }
        long nanos = frame.queuedNanos;
        frame.queuedNanos = Span.UNKNOWN;
        boolean inWorkflow = parent != null && frame.span != null && parent.isOfTraceOf(frame.span);
        return inWorkflow ? nanos : Span.UNKNOWN;
    }

    /** Gives back what a span took that turned out to be none, for the next. */
    public void giveBackQueued(long nanos) {
        if (task != null) {
            task.queuedNanos = nanos;
        }
    }

    /** Puts back what was current before the run of {@code key}; does nothing if there was no {@link #enter} for it. */
    public void leave(Object key) {
        TaskFrame frame = task;
        while (frame != null && frame.key != key) {
            frame = frame.outer;
        }
        if (frame == null) {
            return;
        }
        TaskFrame inner = task;
        task = frame.outer;
        current = frame.previous;
        chunking = frame.previousChunking;
        while (inner != frame.outer) {
            inner.release();
            inner = inner.outer;
        }
    }

    /** Leaves every task: a pool's worker is between two of them. */
    public void clear() {
        TaskFrame frame = task;
        task = null;
        current = null;
        chunking = null;
        calledDirectly = null;
        scopes = 0;
        forgetTaken();
        for (; frame != null; frame = frame.outer) {
            frame.release();
        }
    }

    /** Answers whether nothing runs on the thread that brought a span of its own, but for work taken from a queue. */
    public boolean isAtBase() {
        return (current == null || current == carried()) && scopes == 0 && task == null && resumption == null;
    }

    /**
     * Answers whether work that begins below {@code parent} after the end of its workflow was handed to the thread with that
     * span: in a task, a stage, a coroutine, or by a call that brought a span another call opened. It belongs to the workflow.
     */
    public boolean isLateAndHandedOver(Span parent) {
        return parent != null
                && parent.rule != null
                && !parent.isUnderWay()
                && (scopes > 0 || task != null || resumption != null || ofTask);
    }

    /** Answers whether the thread was started in a span, which it may have lost. */
    public boolean hasBase() {
        return base != null;
    }

    /**
     * Work for {@code span} begins on this thread. If that is another workflow than the one the thread was started in, the
     * thread serves whoever comes, and what it began with is not its span any more.
     *
     * @param span {@code null} for work of a workflow that is not known yet
     */
    public void serve(Span span) {
        if (base != null && (span == null || !span.isOfTraceOf(base))) {
            serving = true;
            if (taken == null && isAtBase()) {
                current = null;
            }
        }
    }

    /** Work was taken from {@code from} that was put there under a span, which the thread has until it asks there for more. */
    public void beginTaken(Object from, PropagatedSpan work) {
        if (taken != null) {
            taken.release();
        }
        serve(work.span);
        queue = from;
        taken = work;
        current = work.span;
        settled = false;
    }

    /** The thread asks {@code from} for work: what it took there before is over. */
    public void endTaken(Object from) {
        if (queue == from && isAtBase()) {
            forgetTaken();
            current = serving ? null : base;
        }
    }

    /** Answers whether the work that runs was taken from {@code from}. */
    public boolean hasTakenFrom(Object from) {
        return queue == from;
    }

    private void forgetTaken() {
        PropagatedSpan over = taken;
        taken = null;
        queue = null;
        if (over != null) {
            over.release();
        }
    }

    /** Returns the span of what the thread runs where nothing brings its own; it may be over. */
    private Span carried() {
        return taken == null ? base : taken.span;
    }

    private static ThreadContext settle(ThreadContext known) {
        ThreadContext context = known;
        if (context == null) {
            context = new ThreadContext();
            HOLDER.set(context);
        }
        if (!context.begun) {
            context.begun = true;
            context.begin();
        }
        Span carried = context.carried();
        if (carried == null) {
            context.settled = true;
        } else if (context.current == carried && context.isAtBase()) {
            boolean lost = context.taken == null && context.serving;
            if (lost || isOver(carried)) {
                context.current = null;
            }
        }
        return context;
    }

    /** The mark of a workflow that is not recorded has no end that would be known. */
    private static boolean isOver(Span carried) {
        return carried != Span.UNSAMPLED && !carried.isUnderWay();
    }

    private void begin() {
        Thread thread = Thread.currentThread();
        if (VirtualThreads.isVirtual(thread)) {
            base = ofTask ? null : current;
        } else {
            PropagatedSpan propagated = ThreadStarts.take(thread);
            current = propagated == null ? null : propagated.span;
            ofTask = propagated != null && !propagated.lasting;
            base = ofTask ? null : current;
        }
    }

    /** Gives a new thread what it may inherit; whether it does is settled at its first use. */
    private static final class Inheritance extends InheritableThreadLocal<ThreadContext> {
        @Override
        protected ThreadContext childValue(ThreadContext parent) {
            // only virtual threads inherit: others have what they are started under
            if (parent == null || parent.current == null || !VirtualThreads.exist()) {
                return null;
            }
            Span span = parent.settled ? parent.current : settle(parent).current;
            if (span == null) {
                return null;
            }
            ThreadContext child = new ThreadContext();
            child.current = span;
            child.ofTask = Starter.ofCallingThread() == Starter.TASK;
            return child;
        }
    }

    /**
     * A running task that brought its own span, and what was current before it.
     *
     * <p><b>Threading:</b> belongs to the thread that runs the task.
     */
    private static final class TaskFrame {
        /** The task, compared by identity. */
        final Object key;
        /** Told when the task is over; may be {@code null}. */
        private final PropagatedSpan propagated;

        /** How long the task waited for a thread, until the first span begun in it takes that; -1 where that is not known. */
        long queuedNanos;

        /** What the task runs under. */
        final Span span;

        /** Only held: it has the {@linkplain Span#lead lead} to the end of the span that the task runs under. */
        private final Object lead;

        final Span previous;
        final Span previousChunking;
        /** The task this one is run from within, or {@code null}. */
        final TaskFrame outer;

        TaskFrame(
                Object key,
                PropagatedSpan propagated,
                Span span,
                Object lead,
                Span previous,
                Span previousChunking,
                TaskFrame outer) {
            this.key = key;
            this.propagated = propagated;
            this.span = span;
            this.lead = lead;
            this.queuedNanos = queued(key, propagated, outer);
            this.previous = previous;
            this.previousChunking = previousChunking;
            this.outer = outer;
        }

        private static long queued(Object key, PropagatedSpan propagated, TaskFrame outer) {
            if (propagated != null && propagated.submittedNanos != PropagatedSpan.UNKNOWN) {
                return Math.max(0, System.nanoTime() - propagated.submittedNanos);
            }
            // a stage that a pool runs as a task of its own begins twice: as the task, and as the stage
            return outer != null && outer.key == key ? outer.queuedNanos : Span.UNKNOWN;
        }

        /** The task is over. */
        void release() {
            if (propagated != null) {
                propagated.release();
            }
        }
    }
}
