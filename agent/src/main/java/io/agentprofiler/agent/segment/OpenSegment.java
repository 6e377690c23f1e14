// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import io.agentprofiler.agent.segment.json.LineBuffer;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * The segment that is being written. Only whole lines are handed to it, and a line that got to the disk in part is cut off
 * again, so that nothing but a kill leaves a torn line.
 *
 * <p><b>Threading:</b> one thread, the ring's consumer, until {@link #close}, which may be another's.
 */
public final class OpenSegment {
    /** Of a segment's number in its name, so that names sort as the numbers do. */
    private static final int DIGITS = 6;

    private final int number;
    private final Path open;
    private final Path closed;
    private final SegmentFile file;
    /** What tells the file from another of its name; {@code null} where the file system has nothing of the kind. */
    private final Object identity;

    private final long openedNanos;
    private final EventCounts events = new EventCounts();
    private long size;

    private OpenSegment(int number, Path open, Path closed, SegmentFile file, Object identity, long openedNanos) {
        this.number = number;
        this.open = open;
        this.closed = closed;
        this.file = file;
        this.identity = identity;
        this.openedNanos = openedNanos;
    }

    public static OpenSegment create(SegmentFile.Maker maker, Path directory, int number, long now) throws IOException {
        String digits = Integer.toString(number);
        // a format would load the locale's figures at the start
        String name = "segment-" + "0".repeat(Math.max(0, DIGITS - digits.length())) + digits;
        Path open = directory.resolve(name + TraceFormat.OPEN_SUFFIX);
        SegmentFile file = maker.create(open);
        Object identity = attributes(open).fileKey();
        return new OpenSegment(number, open, directory.resolve(name + TraceFormat.SEGMENT_SUFFIX), file, identity, now);
    }

    /** Returns its place among the run's segments, from 1. */
    int number() {
        return number;
    }

    /** Returns the bytes the operating system has taken. */
    public long size() {
        return size;
    }

    /** Returns the numbers of events the operating system has taken. */
    public EventCounts events() {
        return events;
    }

    public long ageNanos(long now) {
        return now - openedNanos;
    }

    public void write(LineBuffer lines) throws IOException {
        file.write(lines.bytes(), 0, lines.size());
        size += lines.size();
    }

    /** Answers whether what was written can be found under the file's name. One system call. */
    public boolean isThere() {
        try {
            BasicFileAttributes now = attributes(open);
            return now.isRegularFile() && now.size() >= size && Objects.equals(now.fileKey(), identity);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Closes the file.
     *
     * @param sync whether to wait until the disk has everything
     */
    void close(boolean sync) throws IOException {
        try {
            if (sync) {
                file.sync();
            }
        } finally {
            file.close();
        }
    }

    /** Gives the closed file its final name, which is answered. Windows refuses that while somebody else reads it. */
    Path rename() throws IOException {
        return Files.move(open, closed, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns the name the file has until {@link #rename} has given it another. */
    public Path openName() {
        return open;
    }

    /**
     * Closes after a failed write: what got through of it is cut off.
     *
     * @return the file's final name; {@code null} when nothing is left of it
     */
    public Path abandon() throws IOException {
        try {
            file.truncate(size);
        } finally {
            file.close();
        }
        if (size == 0) {
            Files.delete(open);
            return null;
        }
        return Files.move(open, closed, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Lets go of a file that somebody else has taken away. */
    public void forget() throws IOException {
        file.close();
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}
