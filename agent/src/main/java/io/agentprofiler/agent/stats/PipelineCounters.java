// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.stats;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Accounts for every event: what became of it, and what is still on its way.
 *
 * <p>Producers count what they put into the ring and what they drop; the consumer counts what became of the rest. What is
 * queued is the difference, taken in an order that cannot see an event's fate before the event, so a snapshot is exact at
 * any moment and on any thread: its equations hold whatever goes on meanwhile.
 *
 * <p><b>Threading:</b> each method says who calls it; {@link #snapshot} is for any thread.
 */
public final class PipelineCounters {
    private static final EventType[] TYPES = EventType.values();
    private static final DropReason[] REASONS = DropReason.values();

    private final LongAdder[] accepted = adders(TYPES.length);
    private final LongAdder[] refused = adders(TYPES.length * REASONS.length);
    private final LongAdder payloadsDropped = new LongAdder();
    private final LongAdder abandoned = new LongAdder();
    private final LongAdder workflowsKept = new LongAdder();
    private final LongAdder workflowsSkipped = new LongAdder();
    private final LongAdder workflowsRefused = new LongAdder();

    private final LongAdder workflowsUnheld = new LongAdder();
    /** Spans of workflows that are not kept, abandoned after that was decided. */
    private final LongAdder leftOutAbandoned = new LongAdder();

    /** Written by the consumer only, read by anyone. */
    private final AtomicLongArray written = new AtomicLongArray(TYPES.length);

    private final AtomicLongArray lost = new AtomicLongArray(TYPES.length * REASONS.length);
    private final AtomicLongArray suppressed = new AtomicLongArray(TYPES.length);
    private final AtomicLongArray leftOut = new AtomicLongArray(TYPES.length);
    /** Odd while {@link #leftOut} changes: starts and ends must be seen to change together. */
    private final AtomicLong leftOutVersion = new AtomicLong();

    private volatile boolean leftOutFinished;
    private volatile long heldEvents;
    private volatile long undecided;
    private volatile long keptByRule;
    private volatile long matched;

    private volatile long lateMillis;
    private volatile boolean finished;
    private volatile long consumerCpuNanos = -1;
    private volatile long spanCostNanos = -1;

    public PipelineCounters() {}

    /** Producer: an event is about to be published. */
    public void accepted(EventType type) {
        accepted[type.ordinal()].increment();
    }

    /** Producer: an accepted event turned out to be none, and nobody has seen it. */
    public void notAccepted(EventType type) {
        accepted[type.ordinal()].decrement();
    }

    /** Producer: an accepted event was taken back before the consumer saw it. */
    public void takenBack(EventType type, DropReason reason) {
        accepted[type.ordinal()].decrement();
        refused(type, reason);
    }

    /** Producer: an event was not accepted. */
    public void refused(EventType type, DropReason reason) {
        refused[at(type, reason)].increment();
    }

    /** Producer: a span's payload was given up. */
    public void payloadDropped() {
        payloadsDropped.increment();
    }

    /** Any thread: a span will never end. */
    public void abandoned() {
        abandoned.increment();
    }

    /** Any thread: it was decided whether a workflow is recorded. Striped: roots of all threads come here. */
    public void sampled(boolean recorded) {
        (recorded ? workflowsKept : workflowsSkipped).increment();
    }

    /**
     * Any thread: the first start of a workflow was refused by the ring. One that was chosen has been seen all the same; of one
     * that was not it will never be known whether it was to be kept.
     */
    public void workflowLost(boolean chosen) {
        (chosen ? workflowsKept : workflowsUnheld).increment();
    }

    /** Any thread: a span will never end whose workflow is not kept. */
    public void leftOutAbandoned() {
        leftOutAbandoned.increment();
    }

    /** Any thread: a workflow is not recorded because its caller does not record. */
    public void refusedByCaller() {
        workflowsRefused.increment();
    }

    /** Any thread: what a span was measured to cost the application's threads. */
    public void spanCost(long nanos) {
        spanCostNanos = nanos;
    }

    /** Consumer: an accepted event was written. */
    public void written(EventType type) {
        add(written, type.ordinal(), 1);
    }

    /** Consumer: an accepted event was not written. */
    public void lost(EventType type, DropReason reason) {
        add(lost, at(type, reason), 1);
    }

    /** Consumer: {@code count} events that were counted as written never reached the disk. */
    public void lostAfterwards(EventType type, DropReason reason, long count) {
        add(written, type.ordinal(), -count);
        add(lost, at(type, reason), count);
    }

    /** Consumer: an event belonged to a span that leaves no trace. */
    public void suppressed(EventType type) {
        add(suppressed, type.ordinal(), 1);
    }

    /**
     * Consumer: events that were accepted belong to workflows that are not kept. The start of a span that has not ended yet is
     * left out with its end, so that at no moment more spans have ended than started.
     */
    public void leftOut(long starts, long chunks, long ends) {
        leftOutVersion.set(leftOutVersion.get() + 1);
        add(leftOut, EventType.SPAN_START.ordinal(), starts);
        add(leftOut, EventType.SPAN_CHUNK.ordinal(), chunks);
        add(leftOut, EventType.SPAN_END.ordinal(), ends);
        leftOutVersion.set(leftOutVersion.get() + 1);
    }

    /** Consumer, at the end: {@code starts} of spans left out have no end, those abandoned among them. */
    public void finishLeftOut(long starts) {
        leftOutVersion.set(leftOutVersion.get() + 1);
        leftOutFinished = true;
        add(leftOut, EventType.SPAN_START.ordinal(), starts);
        leftOutVersion.set(leftOutVersion.get() + 1);
    }

    /** Consumer: an event waits until its workflow is decided. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // written by the consumer only
    public void held() {
        heldEvents++;
    }

    /** Consumer: so many workflows are not decided yet. */
    public void undecided(long workflows) {
        undecided = workflows;
    }

    /** Consumer: a workflow is recorded that was not chosen. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // written by the consumer only
    public void keptByRule(long abandonedBefore) {
        keptByRule++;
        abandoned.add(abandonedBefore);
    }

    /** Consumer: a workflow, chosen or not, is one of those that are always recorded. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // written by the consumer only
    public void matched() {
        matched++;
    }

    /** Consumer: a workflow was let go before it was decided, for want of room. */
    public void unheld() {
        workflowsUnheld.increment();
    }

    /** Consumer: it has used this much CPU time, -1 when unknown. */
    public void consumerCpu(long nanos) {
        consumerCpuNanos = nanos;
    }

    /** Any thread: the application went on without the agent for a while, before the first event. */
    public void beganLate(long millis) {
        lateMillis = millis;
    }

    /** Consumer: nothing more will be settled; what is queued now, or comes to be, counts as dropped by the shutdown. */
    public void finish() {
        finished = true;
    }

    /** Any thread: a number that changes whenever an event is offered or a span abandoned. */
    public long activity() {
        long sum = abandoned.sum();
        for (LongAdder adder : accepted) {
            sum += adder.sum();
        }
        for (LongAdder adder : refused) {
            sum += adder.sum();
        }
        return sum;
    }

    /** Any thread: a number that changes whenever the fate of an accepted event is settled, or put off until its workflow's is. */
    public long settled() {
        long sum = heldEvents;
        for (int i = 0; i < TYPES.length; i++) {
            sum += written.getAcquire(i) + suppressed.getAcquire(i) + leftOut.getAcquire(i);
        }
        for (int i = 0; i < TYPES.length * REASONS.length; i++) {
            sum += lost.getAcquire(i);
        }
        return sum;
    }

    /** Any thread: the counters of this moment. */
    public Snapshot snapshot() {
        while (true) {
            long version = leftOutVersion.get();
            Snapshot read = read();
            if ((version & 1) == 0 && leftOutVersion.get() == version) {
                return read;
            }
            Thread.onSpinWait();
        }
    }

    private Snapshot read() {
        boolean finishedNow = finished;
        long abandonedNow = abandoned.sum();
        long[] dropped = new long[TYPES.length * REASONS.length];
        for (int i = 0; i < dropped.length; i++) {
            dropped[i] = lost.getAcquire(i);
        }
        long[] writtenNow = new long[TYPES.length];
        long[] taken = new long[TYPES.length];
        long[] queued = new long[TYPES.length];
        // What became of events before the events, so that nothing queued is negative; ends before starts, because an
        // end
        // is accepted after its start, so that no snapshot has more ends than starts.
        for (int type = TYPES.length - 1; type >= 0; type--) {
            writtenNow[type] = written.getAcquire(type);
            long suppressedNow = suppressed.getAcquire(type) + leftOutNow(type);
            taken[type] = accepted[type].sum() - suppressedNow;
            queued[type] = taken[type] - writtenNow[type] - sumOf(dropped, type);
        }
        for (int i = 0; i < dropped.length; i++) {
            dropped[i] += refused[i].sum();
        }
        if (finishedNow) {
            for (EventType type : TYPES) {
                dropped[at(type, DropReason.SHUTDOWN)] += queued[type.ordinal()];
                queued[type.ordinal()] = 0;
            }
        }
        long[] emitted = new long[TYPES.length];
        for (int type = 0; type < TYPES.length; type++) {
            emitted[type] = writtenNow[type] + sumOf(dropped, type) + queued[type];
        }
        boolean polled = emitted[EventType.BACKEND.ordinal()] != 0;
        long started = taken[EventType.SPAN_START.ordinal()];
        long ended = taken[EventType.SPAN_END.ordinal()];
        Snapshot.SnapshotDraft counters = new Snapshot.SnapshotDraft();
        counters.emitted = byType(emitted, polled);
        counters.written = byType(writtenNow, polled);
        counters.dropped = byTypeAndReason(dropped);
        counters.queued = byType(queued, polled);
        counters.payloadsDropped = payloadsDropped.sum();
        counters.started = started;
        counters.ended = ended;
        counters.open = started - ended - abandonedNow;
        counters.abandoned = abandonedNow;
        counters.suppressed = suppressed.getAcquire(EventType.SPAN_START.ordinal());
        counters.consumerCpuNanos = consumerCpuNanos;
        counters.lateMillis = lateMillis;
        counters.sampling = new Sampling(
                workflowsKept.sum(),
                workflowsSkipped.sum(),
                workflowsRefused.sum(),
                keptByRule,
                matched,
                undecided,
                workflowsUnheld.sum());
        counters.spanCostNanos = spanCostNanos;
        return counters.build();
    }

    private long leftOutNow(int type) {
        long events = leftOut.getAcquire(type);
        return type == EventType.SPAN_START.ordinal() && !leftOutFinished ? events + leftOutAbandoned.sum() : events;
    }

    private static long sumOf(long[] byTypeAndReason, int type) {
        long sum = 0;
        for (int reason = 0; reason < REASONS.length; reason++) {
            sum += byTypeAndReason[type * REASONS.length + reason];
        }
        return sum;
    }

    private static Map<String, Long> byType(long[] figures, boolean polled) {
        Map<String, Long> words = new LinkedHashMap<>();
        for (EventType type : TYPES) {
            if (polled || type != EventType.BACKEND) {
                words.put(type.word(), figures[type.ordinal()]);
            }
        }
        return Collections.unmodifiableMap(words);
    }

    private static Map<String, Map<String, Long>> byTypeAndReason(long[] figures) {
        Map<String, Map<String, Long>> words = new LinkedHashMap<>();
        for (EventType type : TYPES) {
            Map<String, Long> reasons = new LinkedHashMap<>();
            for (DropReason reason : REASONS) {
                long figure = figures[at(type, reason)];
                if (figure != 0) {
                    reasons.put(reason.word(), figure);
                }
            }
            if (!reasons.isEmpty()) {
                words.put(type.word(), Collections.unmodifiableMap(reasons));
            }
        }
        return Collections.unmodifiableMap(words);
    }

    private static int at(EventType type, DropReason reason) {
        return type.ordinal() * REASONS.length + reason.ordinal();
    }

    private static LongAdder[] adders(int count) {
        LongAdder[] adders = new LongAdder[count];
        for (int i = 0; i < count; i++) {
            adders[i] = new LongAdder();
        }
        return adders;
    }

    private static void add(AtomicLongArray counters, int index, long delta) {
        counters.setRelease(index, counters.getPlain(index) + delta);
    }

    /**
     * What was decided on workflows.
     *
     * @param kept chosen by the sampling rate; 0 where all are recorded
     * @param skipped not recorded
     * @param refused not recorded because the caller in another process does not record
     * @param keptByRule not chosen, and recorded for how they went
     * @param matched chosen or not, those that are recorded for how they went
     * @param undecided under way; whether they are recorded shows when it is known how they go
     * @param unheld not recorded, because there was no room to hold them until they were decided
     */
    public record Sampling(
            long kept, long skipped, long refused, long keptByRule, long matched, long undecided, long unheld) {
        /** Nothing was decided. */
        public static final Sampling NONE = new Sampling(0, 0, 0);

        /** Decisions made at the first span of each workflow. */
        public Sampling(long kept, long skipped, long refused) {
            this(kept, skipped, refused, 0, 0, 0, 0);
        }

        /** Returns how many workflows there were to decide on. */
        public long seen() {
            return kept + keptByRule + skipped + undecided + unheld;
        }
    }

    /**
     * The counters at one moment. For each event type {@code emitted = written + sum of dropped + queued}; and {@code started
     * = ended + open + abandoned}. What was {@code suppressed} is in no other figure, and what belongs to workflows that are not
     * recorded is in none at all.
     *
     * @param emitted events offered, by type ({@code SPAN_START}, {@code SPAN_CHUNK}, {@code SPAN_END}; {@code BACKEND}
     *     where a model server is polled)
     * @param written events the segment sink wrote, by type
     * @param dropped events lost, by type, then by reason (the words of {@link DropReason}); what is 0 is left out
     * @param queued events in the ring, or held until their workflow is decided, by type
     * @param payloadsDropped starts and ends whose payload was given up to the byte budget or to heap pressure; they
     *     themselves are written
     * @param started spans whose start was accepted
     * @param ended spans whose end was accepted
     * @param open spans open
     * @param abandoned spans that will never end (their rule was switched off, their stream was collected)
     * @param suppressed spans that turned out to be wrappers of another and leave no trace
     * @param consumerCpuNanos CPU time of the writer's thread, up to a second old; -1 when unknown
     * @param lateMillis how long the application went on without the agent before the first event, because the start took
     *     longer than an application is made to wait; 0 when it did not
     * @param sampling workflows recorded and not recorded
     * @param spanCostNanos what a span was measured to cost the application's threads; -1 when it was not measured
     */
    public record Snapshot(
            Map<String, Long> emitted,
            Map<String, Long> written,
            Map<String, Map<String, Long>> dropped,
            Map<String, Long> queued,
            long payloadsDropped,
            long started,
            long ended,
            long open,
            long abandoned,
            long suppressed,
            long consumerCpuNanos,
            long lateMillis,
            Sampling sampling,
            long spanCostNanos) {

        /** Returns the events lost, whatever their type and reason. */
        public long droppedEvents() {
            long events = 0;
            for (Map<String, Long> reasons : dropped.values()) {
                events += sum(reasons);
            }
            return events;
        }

        /** Returns the events that were taken and are not settled: at the end of a run, what the writer did not get to. */
        public long queuedEvents() {
            return sum(queued);
        }

        /** Returns the events written, whatever their type. */
        public long writtenEvents() {
            return sum(written);
        }

        private static long sum(Map<String, Long> counts) {
            long sum = 0;
            for (long count : counts.values()) {
                sum += count;
            }
            return sum;
        }

        /** Counters, filled by name. One thread. */
        public static final class SnapshotDraft {
            public Map<String, Long> emitted = Map.of();
            public Map<String, Long> written = Map.of();
            public Map<String, Map<String, Long>> dropped = Map.of();
            public Map<String, Long> queued = Map.of();
            public long payloadsDropped;
            public long started;
            public long ended;
            public long open;
            public long abandoned;
            public long suppressed;
            public long consumerCpuNanos = -1;
            public long lateMillis;
            public Sampling sampling = Sampling.NONE;
            public long spanCostNanos = -1;

            /** Returns what was filled in. */
            public Snapshot build() {
                return new Snapshot(
                        emitted,
                        written,
                        dropped,
                        queued,
                        payloadsDropped,
                        started,
                        ended,
                        open,
                        abandoned,
                        suppressed,
                        consumerCpuNanos,
                        lateMillis,
                        sampling,
                        spanCostNanos);
            }
        }
    }
}
