// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import java.util.concurrent.ThreadLocalRandom;

/**
 * What the agent knows of one thread: the span that is current on it, and its source of ids.
 *
 * <p>A thread gets its first span in one of three ways. A virtual thread inherits it from the thread that made it: virtual
 * threads are made one a task. A platform thread has the span it was {@link ThreadStarts started} under, if any. A worker
 * of a pool has none; each task it runs brings its own.
 *
 * <p><b>Threading:</b> an instance belongs to its thread.
 */
public final class ThreadContext {
    private static final Inheritance HOLDER = new Inheritance();

    /** The span new spans become children of; {@code null} outside any workflow. */
    public Span current;

    /** The span whose chunk callback is running, so that a callback delegating to another counts once. */
    public Span chunking;

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

    /** The span the thread was started under, which counts for as long as it is open; {@code null} for most threads. */
    private Span bound;

    /** Whether the span the thread begins with is known, so that {@link #get} has nothing to find out. */
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
        task = new TaskFrame(key, ended, span, current, chunking, task);
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
        boolean inWorkflow = parent != null
                && frame.span != null
                && parent.traceLow == frame.span.traceLow
                && parent.traceHigh == frame.span.traceHigh;
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
        for (; frame != null; frame = frame.outer) {
            frame.release();
        }
    }

    private static ThreadContext settle(ThreadContext known) {
        ThreadContext context = known;
        if (context == null) {
            context = new ThreadContext();
            HOLDER.set(context);
        }
        if (context.bound == null) {
            Thread thread = Thread.currentThread();
            if (!VirtualThreads.isVirtual(thread)) {
                PropagatedSpan propagated = ThreadStarts.take(thread);
                context.current = propagated == null ? null : propagated.span;
                context.bound = propagated != null && propagated.lasting ? propagated.span : null;
            }
        }
        if (context.bound != null && !context.bound.isOpen() && context.current == context.bound) {
            context.bound = null;
            context.current = null;
        }
        context.settled = context.bound == null;
        return context;
    }

    /** Gives a new thread what it may inherit; whether it does is settled at its first use. */
    private static final class Inheritance extends InheritableThreadLocal<ThreadContext> {
        @Override
        protected ThreadContext childValue(ThreadContext parent) {
            if (parent == null || parent.current == null) {
                return null;
            }
            Span span = parent.settled ? parent.current : settle(parent).current;
            if (span == null) {
                return null;
            }
            ThreadContext child = new ThreadContext();
            child.current = span;
            return child;
        }
    }
}
