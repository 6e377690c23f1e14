// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import io.agentprofiler.agent.config.Setting;
import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.event.ModelServerSample;
import io.agentprofiler.agent.event.SpanReader;
import io.agentprofiler.agent.event.TraceSink;
import io.agentprofiler.agent.ring.EventRing;
import io.agentprofiler.agent.ring.SpanEvents;
import io.agentprofiler.agent.stats.DropReason;
import io.agentprofiler.agent.stats.EventType;
import io.agentprofiler.agent.stats.OwnCpu;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.ProcessSampler;
import io.agentprofiler.agent.stats.TraceClock;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The way of every event from the application's threads to the sinks: the ring, the thread that empties it, and how long an
 * exit waits for both.
 *
 * <p><b>Threading:</b> any thread but an application's hot path, for which there is {@link #events}.
 */
public final class EventPipeline implements AutoCloseable {
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

    private static final long CHECK_MILLIS = 20;

    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    /** Samples of model servers that may wait; a handful comes every few seconds. */
    private static final int MOST_SAMPLES = 256;

    private final PipelineCounters counters = new PipelineCounters();
    private final ArrayBlockingQueue<ModelServerSample> samples = new ArrayBlockingQueue<>(MOST_SAMPLES);
    private final EventRing ring;
    private final RingConsumer consumer;
    private final WriterThread writer;

    private EventPipeline(Settings settings, TraceClock clock, SpanReader reader, List<TraceSink> sinks) {
        ring = new EventRing(settings, reader, counters);
        SinkSet sinkSet = new SinkSet(
                clock,
                sinks,
                counters,
                ring.budget(),
                settings.get(Setting.SAMPLE_KEEP),
                settings.get(Setting.SAMPLE_KEEP_MAX_BYTES));
        PendingStarts pending = new PendingStarts(TimeUnit.MILLISECONDS.toNanos(settings.get(Setting.FLUSH)));
        PeriodicTasks tasks = new PeriodicTasks(
                sinkSet, counters, ring.pressure(), new ProcessSampler(clock), samples, settings.get(Setting.FLUSH));
        StartWriter starts = new StartWriter(pending, ring.budget(), sinkSet, counters);
        OwnCpu cpu = new OwnCpu();
        CpuCap cap = new CpuCap(settings.get(Setting.CPU), settings.get(Setting.FLUSH), ring.pressure(), cpu::nanos);
        consumer =
                new RingConsumer(ring.slots(), ring.overflow(), ring.budget(), counters, sinkSet, starts, tasks, cap);
        writer = new WriterThread(consumer, reader);
    }

    /**
     * Makes a ring and starts its consumer.
     *
     * @param clock the clock of the run's times
     * @param reader reads attributes, on the consumer
     * @param sinks where events go; the counters follow the first
     */
    public static EventPipeline open(Settings settings, TraceClock clock, SpanReader reader, List<TraceSink> sinks) {
        if (sinks.isEmpty()) {
            throw new IllegalArgumentException("a pipeline needs a sink");
        }
        EventPipeline pipeline = new EventPipeline(settings, clock, reader, sinks);
        pipeline.writer.start();
        return pipeline;
    }

    /** Returns where the application's threads send their events. */
    public SpanEvents events() {
        return ring;
    }

    /** Puts into the counters what a span was measured to cost the application's threads. */
    public void spanCost(long nanos) {
        counters.spanCost(nanos);
    }

    /** Takes a sample of a model server. For the agent's own threads; never waits. */
    public void modelServer(ModelServerSample sample) {
        if (ring.isRefusing()) {
            counters.refused(EventType.BACKEND, DropReason.SHUTDOWN);
            return;
        }
        counters.accepted(EventType.BACKEND);
        if (!samples.offer(sample)) {
            counters.takenBack(EventType.BACKEND, DropReason.RING_FULL);
        }
    }

    /** Returns the counters of this moment. */
    public PipelineCounters.Snapshot counters() {
        return counters.snapshot();
    }

    /** Puts into the counters that the application went on without the agent for a while, before the first event. */
    public void beganLate(long millis) {
        counters.beganLate(millis);
    }

    /**
     * Waits until no span is open, as long as events come: half a second from one to the next, longer on a busy machine, and 5 s
     * at the most. Half a second is all where workflows begin: then the application is at work, and has no end to wait for. Not
     * at all once the ring is closed. Not for application threads.
     */
    public void awaitEnds() {
        ExitWait wait = new ExitWait(STILL_SPANS_MILLIS, BUSY_SPANS_MILLIS, counters::activity);
        long begunBefore = ring.slots().getCursor();
        long workflows = UNKNOWN;
        while (!ring.isRefusing() && counters().open() > 0 && writer.isAlive() && wait.goesOn()) {
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
    public PipelineCounters.Snapshot drainAtExit() {
        ExitWait wait = new ExitWait(STUCK_WRITER_MILLIS, BUSY_WRITER_MILLIS, counters::settled);
        return drainWhile(() -> writer.isAlive() && wait.goesOn());
    }

    /**
     * Waits until the sinks have had every event offered before the call, ends that overflowed included, but no longer than
     * {@code maxMillis}. Only the starts of open spans that may yet turn out to be wrappers are still held back. Also
     * while the ring is being closed: JFR completes its recording in a shutdown hook that runs beside ours. Not for
     * application threads.
     *
     * @return the counters after it
     */
    public PipelineCounters.Snapshot drain(long maxMillis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(maxMillis);
        return drainWhile(() -> isWorthWaiting(deadline));
    }

    private PipelineCounters.Snapshot drainWhile(BooleanSupplier worthWaiting) {
        long last = ring.slots().getCursor();
        while (consumer.position() < last && worthWaiting.getAsBoolean()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        // ends that overflowed wait beside the ring; the round that is under way may have looked there too early
        long enough = consumer.rounds() + 2;
        while (consumer.rounds() < enough && worthWaiting.getAsBoolean()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        return counters();
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
        ring.refuse();
        ExitWait wait = new ExitWait(STUCK_WRITER_MILLIS, BUSY_WRITER_MILLIS, counters::settled);
        consumer.stop(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BUSY_WRITER_MILLIS - CLOSE_MILLIS));
        try {
            while (writer.isAlive() && wait.goesOn()) {
                writer.join(CHECK_MILLIS);
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
}
