// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.export.ProtobufMessage;
import io.agentprofiler.analyzer.formats.export.timeline.Levels.Level;
import io.agentprofiler.analyzer.formats.export.timeline.PerfettoTrace.PauseTrack;
import io.agentprofiler.analyzer.formats.export.timeline.RunLanes.Lane;
import io.agentprofiler.analyzer.formats.export.timeline.Timeline.DrawnRun;
import io.agentprofiler.analyzer.read.event.JvmPauses.Pause;
import io.agentprofiler.analyzer.trace.process.ProcessLog;
import io.agentprofiler.analyzer.trace.process.ProcessSlot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The tracks of one run: its process, a thread for each lane, counters, and garbage collections. */
final class RunTracks {
    private static final int TRACK_UUID = 1;
    private static final int TRACK_NAME = 2;
    private static final int TRACK_PROCESS = 3;
    private static final int TRACK_THREAD = 4;
    private static final int TRACK_PARENT = 5;
    private static final int TRACK_COUNTER = 8;
    private static final int PROCESS_PID = 1;
    private static final int PROCESS_NAME = 6;
    private static final int THREAD_PID = 1;
    private static final int THREAD_TID = 2;
    private static final int THREAD_NAME = 5;
    private static final int COUNTER_UNIT = 3;
    private static final int COUNTER_UNIT_NAME = 6;
    private static final int COUNT = 2;
    private static final int SIZE_BYTES = 3;

    /** Where the numbers of a run's tracks begin, and in them those of its lanes. */
    private static final int RUN_BITS = 32;

    private static final long PROCESS = 1;
    private static final long COLLECTIONS = 2;
    private static final long COUNTERS = 16;
    private static final long PAUSES = 512;
    private static final long LANES = 1024;

    /** Threads are told apart by their ids, whatever the process. */
    private static final int THREADS = 100_000;

    private final Packets packets;
    private final DrawnRun run;
    private long counters;
    private long recordings;

    RunTracks(Packets packets, DrawnRun run) {
        this.packets = packets;
        this.run = run;
    }

    private long number(long track) {
        return ((long) run.number() << RUN_BITS) + track;
    }

    /** Returns the track of a lane. */
    long uuid(int lane) {
        return number(LANES + lane);
    }

    void process() throws IOException {
        packets.track(new ProtobufMessage()
                .number(TRACK_UUID, number(PROCESS))
                .message(
                        TRACK_PROCESS,
                        new ProtobufMessage()
                                .number(PROCESS_PID, run.number())
                                .text(PROCESS_NAME, run.facts().label())));
    }

    void lane(Lane lane) throws IOException {
        packets.track(new ProtobufMessage()
                .number(TRACK_UUID, uuid(lane.number()))
                .message(
                        TRACK_THREAD,
                        new ProtobufMessage()
                                .number(THREAD_PID, run.number())
                                .number(THREAD_TID, (long) run.number() * THREADS + lane.number() + 1)
                                .text(THREAD_NAME, lane.name())));
    }

    void counters() throws IOException {
        level("running model calls", Level::modelCalls);
        level("running tool calls", Level::toolCalls);
        level("input tokens so far", Level::inputTokens);
        level("output tokens so far", Level::outputTokens);
        sample("heap", ProcessSlot::heapBytes, SIZE_BYTES, null);
        sample("resident memory", ProcessSlot::residentBytes, SIZE_BYTES, null);
        sample("processors", ProcessSlot::processors, 0, "busy");
    }

    private long counter(String name, int unit, String unitName) throws IOException {
        long track = number(COUNTERS + counters++);
        ProtobufMessage counter = new ProtobufMessage();
        if (unitName == null) {
            counter.number(COUNTER_UNIT, unit);
        } else {
            counter.text(COUNTER_UNIT_NAME, unitName);
        }
        packets.track(new ProtobufMessage()
                .number(TRACK_UUID, track)
                .text(TRACK_NAME, name)
                .number(TRACK_PARENT, number(PROCESS))
                .message(TRACK_COUNTER, counter));
        return track;
    }

    private void level(String name, ToLongFunction<Level> figure) throws IOException {
        long before = -1;
        long track = 0;
        for (Level level : run.levels()) {
            long now = figure.applyAsLong(level);
            if (now != before) {
                track = track == 0 ? counter(name, COUNT, null) : track;
                packets.counter(track, level.nanos(), now);
                before = now;
            }
        }
    }

    private void sample(
            String name,
            Function<ProcessSlot, io.agentprofiler.analyzer.trace.process.Level> figure,
            int unit,
            String unitName)
            throws IOException {
        long track = 0;
        for (ProcessSlot slot : run.facts().records().process().timeline()) {
            io.agentprofiler.analyzer.trace.process.Level level = figure.apply(slot);
            if (level.isKnown()) {
                track = track == 0 ? counter(name, unit, unitName) : track;
                packets.counter(track, slot.firstNanos(), level.mean());
            }
        }
    }

    /** Writes pauses that are known exactly, on a track of their own. */
    void pauses(String name, List<Pause> pauses) throws IOException {
        PauseTrack.write(packets, number(PAUSES + recordings++), number(PROCESS), name, pauses);
    }

    void collections() throws IOException {
        List<Collection> all = Collection.of(run.facts().records().process());
        if (all.isEmpty()) {
            return;
        }
        long track = number(COLLECTIONS);
        packets.track(new ProtobufMessage()
                .number(TRACK_UUID, track)
                .text(TRACK_NAME, "garbage collection, at some time before the end of its bar")
                .number(TRACK_PARENT, number(PROCESS)));
        for (Collection collection : all) {
            packets.begin(
                    track, collection.fromNanos(), "gc", "garbage collection", Map.of("gc_ms", collection.millis()));
            packets.end(track, collection.toNanos());
        }
    }

    /**
     * Garbage collection between two samples of a process. The samples tell how long it took, not when in between: it is drawn at the end.
     *
     * @param fromNanos the start of its bar
     * @param toNanos the second sample, nanoseconds since 1970
     * @param millis how long it took, which is more than the bar's length where collections ran beside each other
     */
    private record Collection(long fromNanos, long toNanos, long millis) {
        /** Returns those of a process, in order of time. What came before the first sample is not among them. */
        public static List<Collection> of(ProcessLog process) {
            List<Collection> all = new ArrayList<>();
            ProcessSlot before = null;
            for (ProcessSlot slot : process.timeline()) {
                if (slot.gcMillis() == Unknown.LONG) {
                    continue;
                }
                if (before != null && slot.gcMillis() > before.gcMillis()) {
                    long millis = slot.gcMillis() - before.gcMillis();
                    long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
                    all.add(new Collection(
                            Math.max(before.lastNanos(), slot.lastNanos() - nanos), slot.lastNanos(), millis));
                }
                before = slot;
            }
            return all;
        }
    }
}
