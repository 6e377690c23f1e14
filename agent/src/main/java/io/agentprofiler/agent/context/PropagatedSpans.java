// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import java.lang.ref.ReferenceQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/**
 * Spans found by the identity of the task they go with. Tasks are neither wrapped nor changed, so that queues, comparators,
 * rejection handlers and pools of the application see their own objects; and referred to weakly, so that a task that is
 * dropped without being run is collected as if we were not there.
 *
 * <p>One object may be handed over several times before it is run: then spans are given out in the order in which they came,
 * each to its own owner. Runs of the same object in the same pool cannot be told apart by anybody.
 *
 * <p><b>Threading:</b> any thread. Locks are those of a {@link ConcurrentHashMap}'s bins, held for a few instructions, and
 * only while a task with a span is waiting; otherwise a look-up is one read.
 */
public final class PropagatedSpans {
    /** Tasks waiting at a time; further ones go without a span. At this number they take about 100 MB. */
    public static final int LIMIT = 1 << 20;

    private final ConcurrentHashMap<Object, PropagatedSpan> byTask = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
    /** At least the size of the map whoever looks, so that 0 means that there is nothing to find. */
    private final AtomicInteger waiting = new AtomicInteger();

    private final AtomicLong refused = new AtomicLong();
    private final int limit;

    public PropagatedSpans() {
        this(LIMIT);
    }

    public PropagatedSpans(int limit) {
        this.limit = limit;
    }

    /** Adds a span behind those the task may already have. */
    public void add(Object task, PropagatedSpan span) {
        put(task, new Adding(span, false));
    }

    /** Makes a span the only one of the task. */
    public void replace(Object task, PropagatedSpan span) {
        put(task, new Adding(span, true));
    }

    private void put(Object task, Adding adding) {
        if (waiting.get() >= limit) {
            refused.incrementAndGet();
            adding.span.release();
            return;
        }
        waiting.incrementAndGet();
        byTask.compute(new TaskKey(task, collected), adding);
        if (adding.found != null) {
            waiting.decrementAndGet();
            release(adding.found, adding.kept);
        }
    }

    /**
     * Returns the span for the run of {@code task} that begins, and forgets it unless the task will run again; {@code null}
     * when there is none.
     */
    public PropagatedSpan take(Object task, Object owner) {
        if (waiting.get() == 0) {
            return null;
        }
        TaskKey.Probe probe = new TaskKey.Probe(task);
        if (!byTask.containsKey(probe)) {
            return null;
        }
        Taking taking = new Taking(System.identityHashCode(owner));
        byTask.computeIfPresent(probe, taking);
        if (taking.emptied) {
            waiting.decrementAndGet();
        }
        PropagatedSpan taken = taking.taken;
        if (taken == null || taken.counts()) {
            return taken;
        }
        taken.release();
        return null;
    }

    /** Returns the span of {@code task} without forgetting it, {@code null} when there is none. */
    public PropagatedSpan peek(Object task) {
        return waiting.get() == 0 ? null : byTask.get(new TaskKey.Probe(task));
    }

    /** Forgets every span of {@code task}. */
    public void forget(Object task) {
        if (waiting.get() != 0) {
            PropagatedSpan gone = byTask.remove(new TaskKey.Probe(task));
            if (gone != null) {
                waiting.decrementAndGet();
                release(gone, null);
            }
        }
    }

    /** Records that {@code owner} may have refused {@code task} or given it back. */
    public void doubt(Object task, Object owner) {
        PropagatedSpan head = peek(task);
        if (head == null) {
            return;
        }
        int hash = System.identityHashCode(owner);
        PropagatedSpan newest = head.last.isFor(hash) ? head.last : null;
        for (PropagatedSpan span = head; newest == null && span != null; span = span.next) {
            newest = span.isFor(hash) ? span : null;
        }
        if (newest != null) {
            newest.doubt();
        }
    }

    /** Drops tasks that were collected without having been run. Called about once a second from a thread of the agent. */
    public void sweep() {
        for (Object key = collected.poll(); key != null; key = collected.poll()) {
            PropagatedSpan gone = byTask.remove(key);
            if (gone != null) {
                waiting.decrementAndGet();
                release(gone, null);
            }
        }
    }

    /** Returns how many tasks have a span. */
    public int size() {
        return waiting.get();
    }

    /** Returns how many tasks went without a span because too many were waiting. */
    long refused() {
        return refused.get();
    }

    /** Releases a chain from one span on, up to another of it that stays, or to its end. */
    private static void release(PropagatedSpan from, PropagatedSpan kept) {
        for (PropagatedSpan span = from; span != kept; span = span.next) {
            span.release();
        }
    }

    /**
     * Adds a span to the chain of a task, and lets go of those at its head that no run comes for: they were refused, and are
     * over since. A task that is handed over again and again to a pool that discards it would else gather them without end.
     * Runs inside the map.
     */
    private static final class Adding implements BiFunction<Object, PropagatedSpan, PropagatedSpan> {
        private final PropagatedSpan span;
        private final boolean alone;
        private PropagatedSpan found;
        private PropagatedSpan kept;

        Adding(PropagatedSpan span, boolean alone) {
            this.span = span;
            this.alone = alone;
        }

        @Override
        public PropagatedSpan apply(Object key, PropagatedSpan head) {
            found = head;
            if (head == null || alone) {
                return span;
            }
            kept = head;
            while (kept != null && !kept.counts()) {
                PropagatedSpan after = kept.next;
                if (after != null) {
                    after.last = kept.last;
                }
                kept = after;
            }
            if (kept == null) {
                return span;
            }
            kept.last.next = span;
            kept.last = span;
            return kept;
        }
    }

    /** Takes the first span for an owner out of the chain of a task. Runs inside the map. */
    private static final class Taking implements BiFunction<Object, PropagatedSpan, PropagatedSpan> {
        private final int ownerHash;
        private PropagatedSpan taken;
        private boolean emptied;

        Taking(int ownerHash) {
            this.ownerHash = ownerHash;
        }

        @Override
        public PropagatedSpan apply(Object key, PropagatedSpan head) {
            PropagatedSpan before = null;
            PropagatedSpan span = head;
            while (span != null && !span.isFor(ownerHash)) {
                before = span;
                span = span.next;
            }
            taken = span;
            if (span == null || span.lasting && span.counts()) {
                return head;
            }
            PropagatedSpan after = span.next;
            if (before == null) {
                emptied = after == null;
                if (after != null) {
                    after.last = head.last;
                }
                return after;
            }
            before.next = after;
            if (after == null) {
                head.last = before;
            }
            return head;
        }
    }
}
