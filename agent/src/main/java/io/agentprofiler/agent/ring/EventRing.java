// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.ring;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.ProducerType;
import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.Workflow;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.path.PathRoots;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The way of every event from the application's threads to the sinks: one ring of pre-allocated slots with many producers
 * and one consumer thread.
 *
 * <p>A full ring never makes a producer wait. While less than a quarter of it is free chunk events are refused, while less
 * than a sixteenth is free starts are; an end whose start was accepted always gets through. Memory is bounded by the number
 * of slots and by a {@linkplain Settings#ringMaxBytes budget} for what their references keep alive.
 *
 * <p><b>Threading:</b> the methods of {@link SpanEvents} are for any thread; they neither block nor allocate nor throw, but
 * for an end that overflows, which allocates one slot. {@link #close} and {@link #books} are for any thread but an
 * application's hot path.
 */
public final class EventRing implements SpanEvents, AutoCloseable {
    /** Name of the consumer thread. */
    public static final String THREAD_NAME = "agent-profiler-writer";

    /** Of a figure that is not known yet. */
    private static final long UNKNOWN = -1;

    /** What the exit waits at its end for a writer that settles no event, and for one that does. */
    private static final long STUCK_WRITER_MILLIS = 2500;

    private static final long BUSY_WRITER_MILLIS = 10_000;
    /** What of that is left to the sinks: what has not been written before is given up for the footer. */
    private static final long CLOSE_MILLIS = 2000;
    /** What it waits before that while no span ends or begins, and while some do. */
    private static final long STILL_SPANS_MILLIS = 500;

    private static final long BUSY_SPANS_MILLIS = 5000;
    /** How long a value may be read before it is given up. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** The same at the exit, which does not last as long as that. */
    private static final long LAST_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(750);

    private static final long LOOK_MILLIS = 20;

    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private static final long FULL = -1;
    /** Samples of model servers that may wait; a handful comes every few seconds. */
    private static final int MOST_SAMPLES = 256;

    private final RingBuffer<Slot> ring;
    /** The ring's slots once more: a producer reaches its own without a call, which can fail at the end of the stack. */
    private final Slot[] slots;

    private final SpanReader reader;
    private final int chunkReserve;
    private final int startReserve;
    private final PayloadBudget budget;
    private final Pressure pressure = new Pressure();
    private final Books books = new Books();
    private final OverflowedEnds overflow = new OverflowedEnds();
    private final ArrayBlockingQueue<BackendSample> samples = new ArrayBlockingQueue<>(MOST_SAMPLES);
    private final RingConsumer consumer;
    private final WriterThread writer;

    private volatile boolean closed;

    private EventRing(Settings settings, TraceClock clock, SpanReader reader, List<TraceSink> sinks) {
        ring = RingBuffer.create(
                ProducerType.MULTI, Slot::new, settings.ringSize(), new ParkingWaitStrategy(settings.flushMillis()));
        slots = new Slot[ring.getBufferSize()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = ring.get(i);
        }
        this.reader = reader;
        chunkReserve = Math.max(1, settings.ringSize() / 4);
        startReserve = Math.max(1, settings.ringSize() / 16);
        budget = new PayloadBudget(settings.ringMaxBytes(), settings.content() != Settings.Content.NONE);
        SinkSet sinkSet =
                new SinkSet(clock, sinks, books, budget, settings.sampleKeep(), settings.sampleKeepMaxBytes());
        HeldStarts held = new HeldStarts(TimeUnit.MILLISECONDS.toNanos(settings.flushMillis()));
        Chores chores =
                new Chores(sinkSet, books, pressure, new ProcessSampler(clock), samples, settings.flushMillis());
        consumer = new RingConsumer(ring, overflow, budget, books, sinkSet, held, chores);
        writer = new WriterThread(consumer, reader);
    }

    /**
     * Makes a ring and starts its consumer.
     *
     * @param clock the clock of the run's times
     * @param reader reads attributes, on the consumer
     * @param sinks where events go; the books follow the first
     */
    public static EventRing open(Settings settings, TraceClock clock, SpanReader reader, List<TraceSink> sinks) {
        if (sinks.isEmpty()) {
            throw new IllegalArgumentException("a ring needs a sink");
        }
        EventRing ring = new EventRing(settings, clock, reader, sinks);
        ring.writer.start();
        return ring;
    }

    /** Makes a ring that nobody reads, and that holds no more than its slots. For measuring what producers do. */
    public static EventRing unread(int slots) {
        Properties properties = new Properties();
        properties.setProperty("agentprofiler.ring.size", Integer.toString(slots));
        Settings settings = Settings.parse(properties, problem -> {
            throw new IllegalArgumentException(problem);
        });
        TraceClock clock = TraceClock.now();
        return new EventRing(
                settings,
                clock,
                new SpanReader() {
                    @Override
                    public void readStart(PathRoots call, boolean payload, SpanStart into) {}

                    @Override
                    public void readEnd(Rule rule, PathRoots call, boolean payload, SpanEnd into) {}
                },
                List.of());
    }

    @Override
    public boolean start(
            Span span,
            Thread thread,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7) {
        span.startThread = thread;
        if (closed) {
            return refuseStart(span, DropReason.SHUTDOWN);
        }
        if (pressure.level() == Pressure.Level.SPANS) {
            return refuseStart(span, DropReason.SHED);
        }
        long sequence = claim(startReserve);
        if (sequence == FULL) {
            return refuseStart(span, whyFull());
        }
        Slot slot = slots[(int) sequence & (slots.length - 1)];
        boolean published = false;
        try {
            slot.span = span;
            slot.nanos = span.startNanos;
            slot.capture(self, a0, a1, a2, a3, a4, a5, a6, a7);
            accept(slot, span.rule, EventType.SPAN_START);
            ring.publish(sequence);
            published = true;
        } finally {
            // Stores only, here and below: this may be the end of the application's stack, where no call works.
            if (!published) {
                span.startDropped = true;
                slot.cutOff = EventType.SPAN_START;
                slot.hole = sequence;
            }
        }
        return true;
    }

    @Override
    public void chunk(Span span, long nanos, int index, String type, int chars) {
        if (span.startDropped) {
            return;
        }
        if (closed) {
            books.refused(EventType.SPAN_CHUNK, DropReason.SHUTDOWN);
            return;
        }
        if (pressure.level() != Pressure.Level.NONE) {
            books.refused(EventType.SPAN_CHUNK, DropReason.SHED);
            return;
        }
        long sequence = claim(chunkReserve);
        if (sequence == FULL) {
            books.refused(EventType.SPAN_CHUNK, whyFull());
            return;
        }
        Slot slot = slots[(int) sequence & (slots.length - 1)];
        boolean published = false;
        try {
            int code = Slot.code(EventType.SPAN_CHUNK);
            slot.span = span;
            slot.nanos = nanos;
            slot.chunkIndex = index;
            slot.chunkType = type;
            slot.chars = chars;
            books.accepted(EventType.SPAN_CHUNK);
            slot.type = code;
            ring.publish(sequence);
            published = true;
        } finally {
            if (!published) {
                slot.cutOff = EventType.SPAN_CHUNK;
                slot.hole = sequence;
            }
        }
    }

    @Override
    public void end(
            Span span,
            long nanos,
            SpanEnd.Status status,
            Thread thread,
            long cpuNanos,
            long allocatedBytes,
            Rule rule,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7,
            Object result,
            Throwable thrown) {
        if (span.startDropped) {
            return;
        }
        if (closed) {
            books.refused(EventType.SPAN_END, DropReason.SHUTDOWN);
            return;
        }
        long sequence = claim(1);
        Slot slot = sequence == FULL ? new Slot() : slots[(int) sequence & (slots.length - 1)];
        boolean published = false;
        try {
            slot.span = span;
            slot.nanos = nanos;
            slot.status(status);
            if (thread != span.startThread) {
                slot.thread = thread;
            }
            slot.cpuNanos = cpuNanos;
            slot.allocatedBytes = allocatedBytes;
            if (rule != span.rule) {
                slot.rule = rule;
            }
            slot.capture(self, a0, a1, a2, a3, a4, a5, a6, a7);
            slot.result = result;
            slot.thrown = thrown;
            if (sequence == FULL) {
                slot.after = ring.getCursor();
            }
            accept(slot, rule, EventType.SPAN_END);
            if (sequence != FULL) {
                ring.publish(sequence);
            }
            published = true;
        } finally {
            if (!published && sequence != FULL) {
                slot.cutOff = EventType.SPAN_END;
                slot.hole = sequence;
            }
        }
        // Cut off in here an end may be in the queue or not; if not it stays queued in the books, and is lost at
        // shutdown.
        if (sequence == FULL && !overflow.add(slot)) {
            books.takenBack(EventType.SPAN_END, DropReason.SHUTDOWN);
        }
    }

    @Override
    public void sampled(boolean recorded) {
        books.sampled(recorded);
    }

    @Override
    public void refusedByCaller() {
        books.refusedByCaller();
    }

    /** Puts into the books what a span was measured to cost the application's threads. */
    public void spanCost(long nanos) {
        books.spanCost(nanos);
    }

    @Override
    public void abandoned(Span span) {
        if (span.startDropped) {
            return;
        }
        Workflow workflow = span.workflow;
        Workflow.Decision decided = workflow == null ? Workflow.Decision.KEPT : workflow.abandon();
        if (decided == Workflow.Decision.KEPT) {
            books.abandoned();
        } else if (decided == Workflow.Decision.DROPPED) {
            books.leftOutAbandoned();
        }
    }

    /** Takes a sample of a model server. For the agent's own threads; never waits. */
    public void backend(BackendSample sample) {
        if (closed) {
            books.refused(EventType.BACKEND, DropReason.SHUTDOWN);
            return;
        }
        books.accepted(EventType.BACKEND);
        if (!samples.offer(sample)) {
            books.takenBack(EventType.BACKEND, DropReason.RING_FULL);
        }
    }

    /** Returns the books of this moment. */
    public Books.Snapshot books() {
        return books.snapshot();
    }

    /** Puts into the books that the application went on without the agent for a while, before the first event. */
    public void beganLate(long millis) {
        books.beganLate(millis);
    }

    /**
     * Waits until no span is open, as long as events come: half a second from one to the next, longer on a busy machine, and 5 s
     * at the most. Half a second is all where workflows begin: then the application is at work, and has no end to wait for. Not
     * at all once the ring is closed. Not for application threads.
     */
    public void awaitEnds() {
        ExitWait wait = new ExitWait(STILL_SPANS_MILLIS, BUSY_SPANS_MILLIS, books::activity);
        long begunBefore = ring.getCursor();
        long workflows = UNKNOWN;
        while (!closed && books().open() > 0 && writer.isAlive() && wait.goesOn()) {
            // what began before the exit did is no sign of an application at work, however late the writer comes to it
            if (workflows == UNKNOWN && consumer.position() >= begunBefore) {
                workflows = consumer.workflows();
            }
            if (workflows != UNKNOWN && wait.isLong() && consumer.workflows() != workflows) {
                return;
            }
            wait.look();
        }
    }

    /** Does what {@link #drain} does, as long as the writer settles events, as {@link #close} does. */
    public Books.Snapshot drainAtExit() {
        ExitWait wait = new ExitWait(STUCK_WRITER_MILLIS, BUSY_WRITER_MILLIS, books::settled);
        return drainWhile(() -> writer.isAlive() && wait.goesOn());
    }

    /**
     * Waits until the sinks have had every event offered before the call, ends that overflowed included, but no longer than
     * {@code maxMillis}. Only the starts of open spans that may yet turn out to be wrappers are still held back. Also
     * while the ring is being closed: JFR completes its recording in a shutdown hook that runs beside ours. Not for
     * application threads.
     *
     * @return the books after it
     */
    public Books.Snapshot drain(long maxMillis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(maxMillis);
        return drainWhile(() -> isWorthWaiting(deadline));
    }

    private Books.Snapshot drainWhile(BooleanSupplier worthWaiting) {
        long last = ring.getCursor();
        while (consumer.position() < last && worthWaiting.getAsBoolean()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        // ends that overflowed wait beside the ring; the round that is under way may have looked there too early
        long enough = consumer.rounds() + 2;
        while (consumer.rounds() < enough && worthWaiting.getAsBoolean()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        return books();
    }

    private boolean isWorthWaiting(long deadline) {
        return writer.isAlive() && System.nanoTime() - deadline < 0;
    }

    /**
     * Refuses events from now on, lets the consumer write what is in the ring and close the sinks, and waits for it as long as
     * it settles events: 2.5 s for one that does not, longer on a busy machine, and 10 s at the most, however stuck a sink may
     * be.
     */
    @Override
    public void close() {
        closed = true;
        ExitWait wait = new ExitWait(STUCK_WRITER_MILLIS, BUSY_WRITER_MILLIS, books::settled);
        consumer.stop(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BUSY_WRITER_MILLIS - CLOSE_MILLIS));
        try {
            while (writer.isAlive() && wait.goesOn()) {
                writer.join(LOOK_MILLIS);
                writer.watch(LAST_PATIENCE_NANOS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (writer.isAlive()) {
            // given up: what it has not taken by now is lost, should it come back to it while the JVM ends
            consumer.stop(System.nanoTime());
        }
    }

    /** Looks whether the writer gets on, and replaces it if it does not. To be called about twice a second. */
    public void watch() {
        watch(PATIENCE_NANOS);
    }

    void watch(long patienceNanos) {
        writer.watch(patienceNanos);
    }

    /** Returns what the writer hangs in after {@link #close} gave it up; {@code null} when it came to its end. */
    public String hung() {
        return writer.whereabouts();
    }

    /**
     * Claims a slot while more than {@code reserve - 1} are free; {@link #FULL} otherwise. Nothing is called between the
     * claim itself, a compare-and-set, and the return: whoever it fails for has claimed nothing.
     */
    private long claim(int reserve) {
        if (!ring.hasAvailableCapacity(reserve)) {
            return FULL;
        }
        try {
            return ring.tryNext();
        } catch (InsufficientCapacityException e) {
            // One shared instance without a stack trace: another producer took the last slot.
            return FULL;
        }
    }

    /**
     * Books a filled slot. The type comes last: a slot without one is skipped by the consumer. No call is between the books
     * and it, so that it has a type exactly if it is booked, wherever the application's stack ends.
     */
    private void accept(Slot slot, Rule rule, EventType type) {
        int code = Slot.code(type);
        PayloadBudget.Verdict verdict = budget.admit(rule, slot, type == EventType.SPAN_END);
        slot.payload = verdict == PayloadBudget.Verdict.READ && pressure.level() == Pressure.Level.NONE;
        if (verdict == PayloadBudget.Verdict.LET_GO) {
            slot.shortAttributes = reader.readShort(rule, slot.span, slot, type == EventType.SPAN_END);
            slot.dropReferences();
            books.payloadDropped();
        } else if (!slot.payload && !rule.content().isEmpty()) {
            books.payloadDropped();
        }
        books.accepted(type);
        slot.type = code;
    }

    private boolean refuseStart(Span span, DropReason reason) {
        span.startDropped = true;
        books.refused(EventType.SPAN_START, reason);
        if (span.workflow != null && span.parent == null) {
            span.workflow.lose();
            books.workflowLost(span.workflow.chosen);
        }
        return false;
    }

    /** At shutdown the consumer fills the ring up to lock producers out. */
    private DropReason whyFull() {
        return closed ? DropReason.SHUTDOWN : DropReason.RING_FULL;
    }
}
