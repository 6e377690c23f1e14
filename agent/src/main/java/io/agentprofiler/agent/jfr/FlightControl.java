// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.agent.jfr.event.PipelineEvent;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.stats.PipelineCounters;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * Watches the JVM's recorder: opens the gate while any recording runs, whoever started it, and completes each chunk.
 *
 * <p>While no recording has run, nothing but the recorder's listener list is touched; the event classes are loaded when
 * the first one starts.
 *
 * <p><b>Threading:</b> {@link #start} on the agent's own thread; after that on whichever thread starts or stops a
 * recording. Nothing here holds a lock while it calls JFR, which calls back with locks of its own held.
 */
public final class FlightControl implements AutoCloseable {
    /**
     * How long the end of a chunk waits for the ring to empty. Only a sink stuck in I/O makes it wait that long.
     */
    private static final long MAX_DRAIN_MILLIS = 1000;

    private final FlightGate gate;
    private final JfrSink sink;
    private final Pipeline pipeline;
    private final AtomicLong changes = new AtomicLong();
    private final AtomicBoolean completesChunks = new AtomicBoolean();
    private final Listener listener = new Listener();
    private final Runnable chunkEnd = this::completeChunk;
    private volatile boolean closed;

    private FlightControl(FlightGate gate, JfrSink sink, Pipeline pipeline) {
        this.gate = gate;
        this.sink = sink;
        this.pipeline = pipeline;
    }

    /** What the end of a chunk needs of the ring. */
    @FunctionalInterface
    public interface Pipeline {
        /**
         * Waits until the sinks have had every event offered before the call, but no longer than {@code maxMillis}, and
         * returns the counters. Returns at once when the ring is closed.
         */
        PipelineCounters.Snapshot drain(long maxMillis);
    }

    /** Begins to watch; returns {@code null} when this JVM has no recorder. */
    public static FlightControl start(FlightGate gate, JfrSink sink, Pipeline pipeline) {
        if (!FlightRecorder.isAvailable()) {
            return null;
        }
        FlightControl control = new FlightControl(gate, sink, pipeline);
        FlightRecorder.addListener(control.listener);
        if (FlightRecorder.isInitialized()) {
            control.update();
        }
        return control;
    }

    /** Closes the gate for good. Recordings go on without us. */
    @Override
    public void close() {
        closed = true;
        FlightRecorder.removeListener(listener);
        if (completesChunks.get()) {
            FlightRecorder.removePeriodicEvent(chunkEnd);
        }
        update();
    }

    /** Sets the gate to the recorder's state; a change on another thread meanwhile makes it look again. */
    private void update() {
        changes.incrementAndGet();
        long seen;
        do {
            seen = changes.get();
            boolean recording = !closed && isRecording();
            if (recording && !gate.isOpen()) {
                prepare();
            }
            gate.set(recording);
        } while (seen != changes.get());
    }

    private void prepare() {
        EventTypes.register();
        if (!EventTimes.known()) {
            AgentLog.info(
                    "this JVM stores the times of flight recorder events differently: our events begin and end up to 10 ms"
                            + " late in recordings; the segments have exact times");
        }
        if (completesChunks.compareAndSet(false, true)) {
            FlightRecorder.addPeriodicEvent(PipelineEvent.class, chunkEnd);
        }
    }

    /** Before a chunk is closed, be it for a dump, a stop or the JVM's exit, brings in what the ring still holds. */
    private void completeChunk() {
        sink.commit(pipeline.drain(MAX_DRAIN_MILLIS));
    }

    private static boolean isRecording() {
        for (Recording recording : FlightRecorder.getFlightRecorder().getRecordings()) {
            if (recording.getState() == RecordingState.RUNNING) {
                return true;
            }
        }
        return false;
    }

    private final class Listener implements FlightRecorderListener {
        @Override
        public void recordingStateChanged(Recording recording) {
            update();
        }
    }
}
