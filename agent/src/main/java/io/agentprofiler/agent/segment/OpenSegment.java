// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import io.agentprofiler.schema.TraceFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/**
 * The segment that is being written. Only whole lines are handed to it, and a line that got to the disk in part is cut off
 * again, so that nothing but a kill leaves a torn line.
 *
 * <p><b>Threading:</b> one thread.
 */
final class OpenSegment {
    private final Path open;
    private final Path closed;
    private final SegmentFile file;
    private final long openedNanos;
    private long size;

    private OpenSegment(Path open, Path closed, SegmentFile file, long openedNanos) {
        this.open = open;
        this.closed = closed;
        this.file = file;
        this.openedNanos = openedNanos;
    }

    static OpenSegment create(SegmentFile.Maker maker, Path directory, int number, long now) throws IOException {
        String name = String.format(Locale.ROOT, "segment-%06d", number);
        Path open = directory.resolve(name + TraceFormat.OPEN_SUFFIX);
        return new OpenSegment(open, directory.resolve(name + TraceFormat.SEGMENT_SUFFIX), maker.create(open), now);
    }

    /** Returns the bytes the operating system has taken. */
    long size() {
        return size;
    }

    long ageNanos(long now) {
        return now - openedNanos;
    }

    void write(LineBuffer lines) throws IOException {
        file.write(lines.bytes(), 0, lines.size());
        size += lines.size();
    }

    /** Brings everything to the disk and gives the file its final name, which is answered. */
    Path close() throws IOException {
        try {
            file.sync();
        } finally {
            file.close();
        }
        return Files.move(open, closed, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Closes after a failed write: what got through of it is cut off.
     *
     * @return the file's final name; {@code null} when nothing is left of it
     */
    Path abandon() throws IOException {
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
}
