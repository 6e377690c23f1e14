// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.speedscope;

import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.formats.export.FormatCommand;
import io.agentprofiler.analyzer.formats.export.collapsed.StackWeight;
import io.agentprofiler.analyzer.formats.export.speedscope.LaneSpool.LaneId;
import io.agentprofiler.analyzer.formats.export.speedscope.LaneSpool.PartWriter;
import io.agentprofiler.analyzer.formats.export.timeline.LaneWalk;
import io.agentprofiler.analyzer.formats.export.timeline.Placement;
import io.agentprofiler.analyzer.formats.export.timeline.RunLanes.Lane;
import io.agentprofiler.analyzer.formats.export.timeline.RunLanes.Place;
import io.agentprofiler.analyzer.formats.export.timeline.Timeline;
import io.agentprofiler.analyzer.formats.export.timeline.Timeline.DrawnRun;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.calltree.PathWeights;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The file: stacks by each measure, then a profile a lane. A lane's events must stand together in order of time, so they wait in a
 * {@link LaneSpool} until all workflows have come.
 */
final class SpeedscopeFile implements FormatCommand.Export {
    private final Path target;
    private final Timeline timeline;
    private final Frames frames;
    private final Map<StackWeight, PathWeights> sums;
    private final LaneSpool spool;

    SpeedscopeFile(Path target, Timeline timeline, Frames frames, Map<StackWeight, PathWeights> sums) {
        this.target = target;
        this.timeline = timeline;
        this.frames = frames;
        this.sums = sums;
        this.spool = new LaneSpool(target);
    }

    @Override
    public Part open(int number, String run) throws IOException {
        PartWriter part = spool.part(number);
        return new Part() {
            @Override
            public void write(Trace trace) throws IOException {
                workflow(part, timeline.run(run), trace);
            }

            @Override
            public void close() throws IOException {
                part.close();
            }
        };
    }

    /** The events of a lane in the making. */
    private static final class Events {
        private final StringBuilder text = new StringBuilder();
        private final Deque<Span> open = new ArrayDeque<>();
        private final Trace trace;
        private final long fromNanos;
        private long toNanos;

        Events(Trace trace, long fromNanos) {
            this.trace = trace;
            this.fromNanos = fromNanos;
        }

        void open(Span span, int frame, long zero) {
            Span around = open.peek();
            begin('O', frame, span.startNanos(), zero);
            field(OwnFields.SPAN, TraceId.spanText(span.id()));
            Span parent = drawnAbove(span);
            if (parent != around) {
                field(OwnFields.PARENT, parent == null ? OwnFields.NONE : TraceId.spanText(parent.id()));
            }
            if (around == null) {
                field(OwnFields.TRACE, trace.id().toString());
            }
            text.append('}');
            open.push(span);
        }

        void close(Span span, int frame, long zero) {
            open.pop();
            begin('C', frame, span.endNanos(), zero);
            if (!span.tellsStatus()) {
                field(OwnFields.STATUS, OwnFields.UNKNOWN);
            } else if (span.status() != SpanStatus.OK) {
                field(OwnFields.STATUS, span.statusWord());
            }
            text.append('}');
        }

        private static Span drawnAbove(Span span) {
            Span above = span.parent();
            while (above != null && !above.hasLength()) {
                above = above.parent();
            }
            return above;
        }

        private void begin(char type, int frame, long nanos, long zero) {
            text.append(text.length() == 0 ? "" : ",")
                    .append("{\"type\":\"")
                    .append(type)
                    .append("\",\"frame\":")
                    .append(frame)
                    .append(",\"at\":")
                    .append(nanos - zero);
            toNanos = nanos;
        }

        /** Adds a field of ours; ids and statuses need no escaping. */
        private void field(String name, String value) {
            text.append(",\"").append(name).append("\":\"").append(value).append('"');
        }
    }

    private void workflow(PartWriter part, DrawnRun run, Trace trace) throws IOException {
        if (!Placement.isDrawn(trace)) {
            return;
        }
        Place place = run.lanes().place(trace);
        // of a run that is being written: its names and times are not in the sums either
        if (!place.unheard().isEmpty() || trace.spans().stream().anyMatch(span -> frame(span) < 0)) {
            return;
        }
        long zero = timeline.firstNanos();
        SortedMap<Integer, Events> lanes = new TreeMap<>();
        LaneWalk.of(trace, new LaneWalk.Visitor<RuntimeException>() {
            @Override
            public void begin(int lane, Span span) {
                lanes.computeIfAbsent(lane, any -> new Events(trace, span.startNanos()))
                        .open(span, frame(span), zero);
            }

            @Override
            public void end(int lane, Span span) {
                lanes.get(lane).close(span, frame(span), zero);
            }

            @Override
            public void moment(int lane, Span span) {
                // the format knows beginnings and ends only
            }
        });
        for (Map.Entry<Integer, Events> lane : lanes.entrySet()) {
            Events events = lane.getValue();
            part.add(
                    new LaneId(run.number(), place.firstLane() + lane.getKey()),
                    events.fromNanos,
                    events.toNanos,
                    events.text.toString());
        }
    }

    private int frame(Span span) {
        return frames.number(span.kind(), span.name());
    }

    @Override
    public void finish() throws IOException {
        PrivateFiles.write(target, this::write);
    }

    private void write(OutputStream out) throws IOException {
        SpeedscopeProfiles profiles = new SpeedscopeProfiles(frames);
        out.write(profiles.beginning(timeline, sums.values(), !spool.isEmpty()));
        boolean first = true;
        for (Map.Entry<StackWeight, PathWeights> measure : sums.entrySet()) {
            byte[] profile = profiles.stacks(measure.getKey(), measure.getValue());
            if (profile.length > 0) {
                out.write((first ? "" : ",\n").getBytes(StandardCharsets.UTF_8));
                out.write(profile);
                first = false;
            }
        }
        for (DrawnRun run : timeline.runs()) {
            String process = timeline.runs().size() > 1 ? run.facts().label() + ", " : "";
            for (Lane lane : run.lanes().lanes()) {
                LaneId id = new LaneId(run.number(), lane.number());
                if (spool.has(id)) {
                    out.write((first ? "" : ",\n").getBytes(StandardCharsets.UTF_8));
                    out.write(profiles.lane(process + lane.name(), spool.lastNanos(id) - timeline.firstNanos()));
                    spool.copy(id, out);
                    out.write("]}".getBytes(StandardCharsets.UTF_8));
                    first = false;
                }
            }
        }
        out.write("\n]}\n".getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        spool.close();
    }
}
