// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.speedscope;

import io.agentprofiler.analyzer.base.output.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The events of lanes, piece by piece as workflows come, in hidden files; given back lane by lane in order of time. Of a piece only
 * its place is held in memory.
 *
 * <p><b>Threading:</b> pieces of a part on one thread, parts on any; {@link #copy} when all parts are closed.
 */
final class LaneSpool implements AutoCloseable {
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
