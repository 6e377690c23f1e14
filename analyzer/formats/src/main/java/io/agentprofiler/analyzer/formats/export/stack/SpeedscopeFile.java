// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.stack;

import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.formats.export.FormatCommand;
import io.agentprofiler.analyzer.formats.export.stack.SpeedscopeFile.LaneSpool.LaneId;
import io.agentprofiler.analyzer.formats.export.stack.SpeedscopeFile.LaneSpool.PartWriter;
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
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
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
    public OutputPart open(int number, String run) throws IOException {
        PartWriter part = spool.part(number);
        return new OutputPart() {
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
    private static final class LaneEvents {
        private final StringBuilder text = new StringBuilder();
        private final Deque<Span> open = new ArrayDeque<>();
        private final Trace trace;
        private final long fromNanos;
        private long toNanos;

        LaneEvents(Trace trace, long fromNanos) {
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
        SortedMap<Integer, LaneEvents> lanes = new TreeMap<>();
        LaneWalk.of(trace, new LaneWalk.Visitor<RuntimeException>() {
            @Override
            public void begin(int lane, Span span) {
                lanes.computeIfAbsent(lane, any -> new LaneEvents(trace, span.startNanos()))
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
        for (Map.Entry<Integer, LaneEvents> lane : lanes.entrySet()) {
            LaneEvents events = lane.getValue();
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

    /** What our files say that the format has no place for: fields that readers pass over. */
    static final class OwnFields {
        /** The name under which the analyzer writes files. */
        static final String EXPORTER = "agent-profiler";
        /** Of the file: the moment from which its times count, nanoseconds since 1970. */
        static final String ZERO = "zero_epoch_ns";
        /** Of an event that opens a frame: the span's id. */
        static final String SPAN = "span";
        /** Of such an event: the id of the parent, where that is not the frame around it; {@link #NONE} where there is none. */
        static final String PARENT = "parent";
        /** The id of no span. */
        static final String NONE = "0000000000000000";
        /** Of the first event of a workflow on a lane: the workflow's id. */
        static final String TRACE = "trace";
        /** Of an event that closes a frame: how the span ended, where that is not well. */
        static final String STATUS = "status";
        /** The status of a span of which nobody knows how it ended. */
        static final String UNKNOWN = "unknown";
        /** The profile of tokens by call path. */
        static final String BY_TOKENS = "all workflows by tokens";
        /** The profile of money by call path. */
        static final String BY_COST = "all workflows by cost, in millionths of a dollar";

        private OwnFields() {}
    }

    /**
     * The events of lanes, piece by piece as workflows come, in hidden files; given back lane by lane in order of time. Of a piece only
     * its place is held in memory.
     *
     * <p><b>Threading:</b> pieces of a part on one thread, parts on any; {@link #copy} when all parts are closed.
     */
    static final class LaneSpool implements AutoCloseable {
        private static final Comparator<Piece> BY_TIME = Comparator.comparingLong(Piece::fromNanos)
                .thenComparingInt(Piece::part)
                .thenComparingLong(Piece::at);

        private final Path target;
        private final Map<Integer, Path> files = new TreeMap<>();
        private final Map<Integer, SeekableByteChannel> open = new HashMap<>();
        private final Map<LaneId, List<Piece>> lanes = new TreeMap<>();

        LaneSpool(Path target) {
            this.target = target;
        }

        /** A lane of a run. */
        record LaneId(int run, int lane) implements Comparable<LaneId> {
            @Override
            public int compareTo(LaneId other) {
                return run != other.run ? Integer.compare(run, other.run) : Integer.compare(lane, other.lane);
            }
        }

        private record Piece(long fromNanos, int part, long at, int length, long toNanos) {}

        /** A part of the spool, which {@link #close} ends. */
        final class PartWriter implements AutoCloseable {
            private final int number;
            private final OutputStream stream;
            private long at;

            private PartWriter(int number, OutputStream stream) {
                this.number = number;
                this.stream = stream;
            }

            /** Adds the events of a workflow on one lane. */
            void add(LaneId lane, long fromNanos, long toNanos, String events) throws IOException {
                byte[] bytes = events.getBytes(StandardCharsets.US_ASCII);
                stream.write(bytes);
                Piece piece = new Piece(fromNanos, number, at, bytes.length, toNanos);
                at += bytes.length;
                synchronized (lanes) {
                    lanes.computeIfAbsent(lane, any -> new ArrayList<>()).add(piece);
                }
            }

            @Override
            public void close() throws IOException {
                stream.close();
            }
        }

        PartWriter part(int number) throws IOException {
            Path file = PrivateFiles.hidden(target, number + ".part");
            files.put(number, file);
            return new PartWriter(number, PrivateFiles.create(file));
        }

        /** Answers whether anything is on a lane. */
        boolean has(LaneId lane) {
            return lanes.containsKey(lane);
        }

        /** Answers whether nothing is on any lane. */
        boolean isEmpty() {
            return lanes.isEmpty();
        }

        /** Returns when the last event of a lane is. */
        long lastNanos(LaneId lane) {
            return lanes.get(lane).stream().mapToLong(Piece::toNanos).max().orElseThrow();
        }

        /** Writes the events of a lane, in order of time, a comma between two workflows. */
        void copy(LaneId lane, OutputStream out) throws IOException {
            List<Piece> pieces = lanes.get(lane);
            Collections.sort(pieces, BY_TIME);
            boolean first = true;
            for (Piece piece : pieces) {
                SeekableByteChannel file = open.get(piece.part());
                if (file == null) {
                    file = PrivateFiles.reopen(files.get(piece.part()));
                    open.put(piece.part(), file);
                }
                ByteBuffer bytes = ByteBuffer.allocate(piece.length());
                file.position(piece.at());
                while (bytes.hasRemaining() && file.read(bytes) >= 0) {
                    continue;
                }
                if (!first) {
                    out.write(',');
                }
                out.write(bytes.array(), 0, bytes.position());
                first = false;
            }
        }

        @Override
        public void close() throws IOException {
            for (SeekableByteChannel file : open.values()) {
                file.close();
            }
            open.clear();
            for (Path file : files.values()) {
                Files.deleteIfExists(file);
            }
            files.clear();
        }
    }
}
