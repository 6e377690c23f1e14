// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.perfetto;

import io.agentprofiler.analyzer.formats.export.FormatCommand;
import io.agentprofiler.analyzer.formats.export.SpanFacts;
import io.agentprofiler.analyzer.formats.export.timeline.FlowPoint;
import io.agentprofiler.analyzer.formats.export.timeline.LaneWalk;
import io.agentprofiler.analyzer.formats.export.timeline.Placement;
import io.agentprofiler.analyzer.formats.export.timeline.RunLanes.Lane;
import io.agentprofiler.analyzer.formats.export.timeline.RunLanes.Place;
import io.agentprofiler.analyzer.formats.export.timeline.Timeline;
import io.agentprofiler.analyzer.formats.export.timeline.Timeline.DrawnRun;
import io.agentprofiler.analyzer.read.event.JvmPauses.Pause;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.sequence.AskedTools;
import io.agentprofiler.analyzer.trace.pipeline.SpooledFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
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
    protected Part part(OutputStream stream, String run) {
        Packets packets = new Packets(stream);
        return new Part() {
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
}
