// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.formats.export.FormatCommand;
import io.agentprofiler.analyzer.formats.export.ProtobufMessage;
import io.agentprofiler.analyzer.formats.export.SpanFacts;
import io.agentprofiler.analyzer.formats.export.timeline.RunLanes.Lane;
import io.agentprofiler.analyzer.formats.export.timeline.RunLanes.Place;
import io.agentprofiler.analyzer.formats.export.timeline.Timeline.DrawnRun;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.event.JvmPauses;
import io.agentprofiler.analyzer.read.event.JvmPauses.Pause;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.sequence.AskedTools;
import io.agentprofiler.analyzer.trace.pipeline.SpooledFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The file: packets of tracks, counters and collections first, then those of the workflows as they come; readers sort by time. */
final class PerfettoTrace extends SpooledFile implements FormatCommand.Export {
    /** Tracks of runs have larger numbers. */
    private static final long FIRST_TRACK_OF_NO_RUN = 1;

    private final Timeline timeline;
    private final SpanFacts facts;
    private final GcPauses pauses;

    PerfettoTrace(Path target, Timeline timeline, SpanFacts facts, GcPauses pauses) {
        super(target, "", "", "");
        this.timeline = timeline;
        this.facts = facts;
        this.pauses = pauses;
    }

    @Override
    protected void head(OutputStream out) throws IOException {
        Packets packets = new Packets(out);
        packets.clocks(timeline.firstNanos());
        for (DrawnRun run : timeline.runs()) {
            RunTracks tracks = new RunTracks(packets, run);
            tracks.process();
            for (Lane lane : run.lanes().lanes()) {
                tracks.lane(lane);
            }
            tracks.counters();
            List<Pause> exact = pauses.of(run);
            tracks.pauses(PauseTrack.NAME, exact);
            if (exact.isEmpty()) {
                tracks.collections();
            }
            if (timeline.runs().size() == 1) {
                for (Map.Entry<Path, List<Pause>> other :
                        pauses.others(timeline.runs()).entrySet()) {
                    tracks.pauses(named(other.getKey()), other.getValue());
                }
            }
        }
        if (timeline.runs().size() > 1) {
            // of which of the runs a recording is, it does not say
            long track = FIRST_TRACK_OF_NO_RUN;
            for (Map.Entry<Path, List<Pause>> other :
                    pauses.others(timeline.runs()).entrySet()) {
                PauseTrack.write(packets, track++, 0, named(other.getKey()), other.getValue());
            }
        }
    }

    private static String named(Path recording) {
        return PauseTrack.NAME + ", " + recording.getFileName();
    }

    @Override
    protected OutputPart part(OutputStream stream, String run) {
        Packets packets = new Packets(stream);
        return new OutputPart() {
            @Override
            public void write(Trace trace) throws IOException {
                workflow(packets, timeline.run(run), trace);
            }

            @Override
            public void close() throws IOException {
                stream.close();
            }
        };
    }

    private void workflow(Packets packets, DrawnRun run, Trace trace) throws IOException {
        if (!Placement.isDrawn(trace)) {
            return;
        }
        RunTracks tracks = new RunTracks(packets, run);
        Place place = run.lanes().place(trace);
        for (Lane lane : place.unheard()) {
            tracks.lane(lane);
        }
        AskedTools asked = AskedTools.in(trace);
        LaneWalk.of(trace, new LaneWalk.Visitor<IOException>() {
            @Override
            public void begin(int lane, Span span) throws IOException {
                packets.begin(track(lane), span, facts.of(trace, span), from(span), to(span));
            }

            @Override
            public void moment(int lane, Span span) throws IOException {
                packets.instant(track(lane), span, facts.of(trace, span), from(span), to(span));
            }

            @Override
            public void end(int lane, Span span) throws IOException {
                packets.end(track(lane), span.endNanos());
            }

            private long track(int lane) {
                return tracks.uuid(place.firstLane() + lane);
            }

            private long[] from(Span span) {
                return asked.of(span).stream()
                        .filter(Span::hasMoment)
                        .mapToLong(tool -> FlowPoint.id(trace, tool))
                        .toArray();
            }

            private long to(Span span) {
                Span asker = asked.askerOf(span);
                return asker == null || !asker.hasMoment() ? 0 : FlowPoint.id(trace, span);
            }
        });
    }

    /**
     * The pauses for garbage collection that flight recordings tell, exactly as they were.
     *
     * <p><b>Threading:</b> immutable.
     */
    static final class GcPauses {
        private final Map<Path, List<Pause>> byFile = new LinkedHashMap<>();
        private long leftOut;

        /**
         * Reads recordings.
         *
         * @param inputs recordings among the inputs: of one that cannot be read its reader tells
         * @param named other recordings
         * @throws CommandException when one of these cannot be read
         */
        GcPauses(List<Path> inputs, List<Path> named) throws CommandException {
            for (Path file : inputs) {
                try {
                    read(file);
                } catch (IOException e) {
                    // a run without pauses
                    byFile.remove(file);
                }
            }
            for (Path file : named) {
                try {
                    read(file);
                } catch (IOException e) {
                    throw new CommandException(
                            "--jfr " + file + " cannot be read as a flight recording: " + Reasons.of(e));
                }
            }
        }

        private void read(Path file) throws IOException {
            JvmPauses pauses = new JvmPauses(EnumSet.of(JvmPauses.Kind.GC));
            pauses.read(file);
            byFile.put(file, pauses.byStart());
            leftOut += pauses.leftOut();
        }

        /** Returns how many shorter ones are not among them. */
        long leftOut() {
            return leftOut;
        }

        /** Returns those of the recording that a run was read from; none where it was read from something else. */
        List<Pause> of(DrawnRun run) {
            List<Pause> pauses = new ArrayList<>();
            byFile.forEach((file, own) -> {
                if (isOf(file, run)) {
                    pauses.addAll(own);
                }
            });
            return pauses;
        }

        /** Returns those of recordings that are no run of these, by the recording. */
        Map<Path, List<Pause>> others(List<DrawnRun> runs) {
            Map<Path, List<Pause>> others = new LinkedHashMap<>(byFile);
            others.keySet().removeIf(file -> runs.stream().anyMatch(run -> isOf(file, run)));
            return others;
        }

        private static boolean isOf(Path file, DrawnRun run) {
            return run.facts().run().equals(file.toString());
        }
    }

    /** A track of pauses for garbage collection, each from when to when it was. */
    static final class PauseTrack {
        /** The name of a run's own. */
        static final String NAME = "garbage collection pauses";

        private static final String CATEGORY = "gc_pause";
        private static final int TRACK_UUID = 1;
        private static final int TRACK_NAME = 2;
        private static final int TRACK_PARENT = 5;

        private PauseTrack() {}

        /**
         * Writes a track, unless there is nothing on it.
         *
         * @param parent the track it belongs to, 0 for none
         * @param pauses in order of time. They do not overlap, since a pause stops all threads; what two recordings tell is written once
         */
        static void write(Packets packets, long track, long parent, String name, List<Pause> pauses)
                throws IOException {
            if (pauses.isEmpty()) {
                return;
            }
            ProtobufMessage descriptor =
                    new ProtobufMessage().number(TRACK_UUID, track).text(TRACK_NAME, name);
            if (parent != 0) {
                descriptor.number(TRACK_PARENT, parent);
            }
            packets.track(descriptor);
            long until = Long.MIN_VALUE;
            for (Pause pause : pauses) {
                if (pause.epochNanos() >= until) {
                    until = pause.epochNanos() + pause.nanos();
                    String what = pause.detail() == null ? "GC pause" : pause.detail();
                    packets.begin(track, pause.epochNanos(), CATEGORY, what, Map.of("duration_ns", pause.nanos()));
                    packets.end(track, until);
                }
            }
        }
    }
}
