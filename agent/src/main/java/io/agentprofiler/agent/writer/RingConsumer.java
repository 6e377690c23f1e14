// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.ReadGuard;
import io.agentprofiler.agent.event.SpanReader;
import io.agentprofiler.agent.event.Superseded;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.ring.OverflowedEnds;
import io.agentprofiler.agent.ring.PayloadBudget;
import io.agentprofiler.agent.ring.Slot;
import io.agentprofiler.agent.stats.DropReason;
import io.agentprofiler.agent.stats.EventType;
import io.agentprofiler.agent.stats.PipelineCounters;
import java.util.concurrent.locks.LockSupport;

/**
 * The one thread that takes events out of the ring: keeps overflowed ends in their place, leaves it to {@link StartWriter} which
 * starts are written, and does what is due by time.
 *
 * <p>What it is about to write is kept in fields, not on its stack: where a thread hangs in the application's code, another
 * runs on from there, and reads the event again.
 *
 * <p><b>Threading:</b> {@link #run} is the consumer, one thread at a time; {@link #stop} is for any thread.
 */
final class RingConsumer {
    /** Slots are given back to producers in batches of this, and time is looked at as often. */
    private static final int MAX_BATCH = 64;
    /** So many events are taken one by one. */
    private static final int COLD = 4096;
    /** The same where CPU time is looked at too, and must not be overdrawn by much. */
    private static final int CAPPED_BATCH = 8;
    /** How long the wait for one producer between claim and publish sleeps. */
    private static final long UNPUBLISHED_PARK_NANOS = 50_000;
    /** What the last of them are waited for at the end, each. */
    private static final long UNPUBLISHED_MILLIS = 2000;

    private final RingBuffer<Slot> ring;
    private final SequenceBarrier barrier;
    private final Sequence position = new Sequence();
    private final OverflowedEnds overflow;
    private final PayloadBudget budget;
    private final PipelineCounters counters;
    private final SinkSet sinks;
    private final StartWriter starts;
    private final PeriodicTasks tasks;
    private final CpuCap cap;
    /** The event from the ring, or of those beside it, that is being written; {@code null} between two. */
    private Slot taking;

    private final int batch;

    /** Counts the times all that was in the ring and beside it has been looked at. */
    private volatile long rounds;

    /** Counts the times the consumer rested, as {@link CpuCap} told it to. */
    private volatile long rests;

    /** Counts the starts of spans that have no parent. */
    private volatile long workflows;

    private volatile boolean stopping;
    private volatile long deadline;
    private long next;
    private long now;
    private boolean faultSaid;
    private boolean attached;

    RingConsumer(
            RingBuffer<Slot> ring,
            OverflowedEnds overflow,
            PayloadBudget budget,
            PipelineCounters counters,
            SinkSet sinks,
            StartWriter starts,
            PeriodicTasks tasks,
            CpuCap cap) {
        this.ring = ring;
        this.barrier = ring.newBarrier();
        this.overflow = overflow;
        this.budget = budget;
        this.counters = counters;
        this.sinks = sinks;
        this.starts = starts;
        this.tasks = tasks;
        this.cap = cap;
        int largest = cap.isLimited() ? CAPPED_BATCH : MAX_BATCH;
        this.batch = Math.max(1, Math.min(largest, ring.getBufferSize() / 8));
        ring.addGatingSequences(position);
    }

    /** Returns the sequence of the last slot that was taken. Any thread. */
    long position() {
        return position.get();
    }

    /** Returns a number that grows each time everything there was has been taken. Any thread. */
    long rounds() {
        return rounds;
    }

    /** Returns a number that grows each time a workflow begins. Any thread. */
    long workflows() {
        return workflows;
    }

    /** Makes the consumer take what is in the ring until {@code deadline} ({@link System#nanoTime}), and end. */
    void stop(long deadline) {
        this.deadline = deadline;
        stopping = true;
        barrier.alert();
    }

    /** Returns a number that changes whenever anything has been taken or looked at. Any thread. */
    long progress() {
        return rounds + rests + position.get();
    }

    /**
     * Takes events until it is stopped, or until the guard says that another thread has taken over.
     *
     * @param reader reads attributes on this thread
     * @param guard this thread's
     */
    void run(SpanReader reader, ReadGuard guard) {
        now = System.nanoTime();
        sinks.consumeWith(reader, guard);
        if (!attached) {
            attached = true;
            sinks.attach();
            next = position.get() + 1;
            guarded(() -> sinks.rehearse(now));
        }
        try {
            cap.begin(now);
            guarded(this::takeOver);
            while (!stopping) {
                guarded(this::cycle);
            }
            guarded(this::drain);
        } catch (Superseded e) {
            // Nothing here is this thread's any more.
            return;
        }
        counters.finish();
        sinks.close(counters.snapshot(), now);
    }

    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (Superseded e) {
            throw e;
        } catch (RuntimeException | Error e) {
            failed(e);
        }
    }

    /** Goes on where the thread before was left behind, if there was one: with the event it was reading. */
    private void takeOver() {
        starts.resume(now);
        if (taking != null) {
            takeAndClear();
        }
        position.set(next - 1);
    }

    private void cycle() {
        if (rested()) {
            return;
        }
        long available = waitFor();
        now = System.nanoTime();
        if (available < next) {
            if (ring.getCursor() >= next && !publishAbandoned(next)) {
                // The wait strategy sleeps only while nothing is claimed.
                parkForProducer();
            }
            takeOverflowBefore(next);
            settleDue();
            tasks.whenIdle(now);
            endRound();
            return;
        }
        // Told to stop, it leaves the rest to the drain, which minds the deadline.
        while (next <= available && !stopping) {
            // cold code takes long for each: what was written is handed over in time all the same
            long last = Math.min(available, next < COLD ? next : next + batch - 1);
            while (next <= last) {
                takeNext();
            }
            position.set(last);
            now = System.nanoTime();
            settleDue();
            tasks.duringWork(now);
            if (cap.isLimited() && next <= available && rested()) {
                return;
            }
        }
        endRound();
    }

    /** Returns how long the next event has waited, 0 when there is none. */
    private long waited() {
        return ring.isAvailable(next) ? now - ring.get(next).nanos : 0;
    }

    /** Sleeps for a while where too much CPU time was used; what was written meanwhile reaches the disk in time all the same. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // written by this thread only
    private boolean rested() {
        if (!cap.isLimited()) {
            return false;
        }
        now = System.nanoTime();
        long rest = cap.rest(now, waited());
        if (rest == 0 || stopping) {
            return false;
        }
        settleDue();
        tasks.whenIdle(now);
        rests++;
        LockSupport.parkNanos(this, rest);
        Thread.interrupted();
        return true;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by this thread only
    private void endRound() {
        rounds++;
    }

    private long waitFor() {
        try {
            return barrier.waitFor(next);
        } catch (AlertException | InterruptedException | TimeoutException e) {
            // Told to stop; the loop's condition knows.
            return next - 1;
        }
    }

    /**
     * Publishes a slot in place of a producer that claimed it and found no stack left to do so. A chunk or an end that was
     * counted by then is whole. A start is taken back: its call goes on without a span, and nobody would end it.
     *
     * @return false when the producer is still at work on it
     */
    private boolean publishAbandoned(long sequence) {
        Slot slot = ring.get(sequence);
        if (slot.abandonedClaim != sequence) {
            return false;
        }
        if (slot.type == 0) {
            counters.refused(slot.abandonedType, DropReason.STACK_OVERFLOW);
        } else if (slot.abandonedType == EventType.SPAN_START) {
            Span span = slot.span;
            slot.type = 0;
            counters.takenBack(EventType.SPAN_START, DropReason.STACK_OVERFLOW);
            if (span.workflow != null && span.parent == null) {
                span.workflow.lose();
                counters.workflowLost(span.workflow.chosen);
            }
        }
        ring.publish(sequence);
        return true;
    }

    private void parkForProducer() {
        LockSupport.parkNanos(this, UNPUBLISHED_PARK_NANOS);
        Thread.interrupted();
    }

    private void takeNext() {
        takeOverflowBefore(next);
        taking = ring.get(next);
        next++;
        takeAndClear();
    }

    private void takeOverflowBefore(long sequence) {
        for (Slot end = overflow.pollBefore(sequence); end != null; end = overflow.pollBefore(sequence)) {
            taking = end;
            takeAndClear();
        }
    }

    /** Takes the event in {@link #taking}. No {@code finally}: a thread that was replaced must leave it alone. */
    private void takeAndClear() {
        Slot slot = taking;
        try {
            take(slot);
        } catch (Superseded e) {
            throw e;
        } catch (RuntimeException | Error e) {
            clearTaken(slot);
            throw e;
        }
        clearTaken(slot);
    }

    private void clearTaken(Slot slot) {
        budget.release(slot);
        slot.clear();
        taking = null;
    }

    private void take(Slot slot) {
        EventType type = slot.type();
        if (type == null) {
            return;
        }
        tasks.worked();
        switch (type) {
            case SPAN_START -> takeStart(slot);
            case SPAN_CHUNK -> {
                starts.settle(slot.span, now);
                if (leavesNoTrace(slot.span)) {
                    counters.suppressed(EventType.SPAN_CHUNK);
                } else {
                    sinks.chunk(slot, now);
                }
            }
            case SPAN_END -> {
                starts.settle(slot.span, now);
                if (leavesNoTrace(slot.span)) {
                    counters.suppressed(EventType.SPAN_END);
                } else {
                    sinks.end(slot, now);
                }
            }
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by this thread only
    private void takeStart(Slot slot) {
        Span span = slot.span;
        if (span.parent == null) {
            workflows++;
        }
        starts.take(slot, now);
    }

    private static boolean leavesNoTrace(Span span) {
        return !span.startWritten && span.state() == Span.SUPPRESSED;
    }

    private void settleDue() {
        boolean written = starts.settleDue(now);
        if (sinks.decideDue(now, next - 1, ring.getCursor())) {
            tasks.worked();
        }
        if (written) {
            // It has waited as long as a line may; the buffer must not add to that.
            tasks.flush(now);
        }
    }

    /** Takes what producers have claimed until now, and locks them out of the ring for good. */
    private void drain() {
        long locked = lockRing();
        // a lock in one piece is the last that was claimed: nothing lies behind it, and nothing in it
        long last = locked < 0 ? ring.getCursor() : locked - 1;
        while (next <= last && awaitPublished(next)) {
            takeNext();
        }
        overflow.seal();
        if (!isLate()) {
            takeOverflowBefore(Long.MAX_VALUE);
        }
        now = System.nanoTime();
        starts.settleAll(now);
        sinks.decideAll(now);
        tasks.last(now);
    }

    /**
     * Claims all room that is left and never gives back another slot, so that a producer that had passed the gate finds the
     * ring full and counts its event as dropped.
     *
     * @return the first of the slots that were claimed, when they are one stretch; else -1, and empty slots may lie before events
     */
    private long lockRing() {
        long first = -1;
        boolean several = false;
        for (long room = ring.remainingCapacity(); room > 0; room = ring.remainingCapacity()) {
            try {
                long high = ring.tryNext((int) room);
                ring.publish(high - room + 1, high);
                several = first >= 0;
                first = high - room + 1;
            } catch (InsufficientCapacityException e) {
                // A producer was faster; what is left is asked again.
                continue;
            }
        }
        return several ? -1 : first;
    }

    private boolean awaitPublished(long sequence) {
        if (ring.isAvailable(sequence) && !isLate()) {
            return true;
        }
        ExitWait wait = new ExitWait(UNPUBLISHED_MILLIS, Long.MAX_VALUE / 1_000_000, () -> sequence);
        while (!isLate() && wait.goesOn()) {
            if (ring.isAvailable(sequence) || publishAbandoned(sequence)) {
                return true;
            }
            parkForProducer();
        }
        return false;
    }

    private boolean isLate() {
        return System.nanoTime() - deadline >= 0;
    }

    /** Nothing that fails here has been settled in the counters, so that it stays queued, and is counted as lost at the end. */
    private void failed(Throwable fault) {
        AgentLog.debug("writer: " + AgentLog.describe(fault));
        if (!faultSaid) {
            faultSaid = true;
            AgentLog.info("the writer failed on an event and continues without it: " + AgentLog.describe(fault)
                    + "; further faults are not reported");
        }
    }
}
