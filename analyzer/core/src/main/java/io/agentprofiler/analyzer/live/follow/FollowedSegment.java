// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.follow;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.segment.SegmentLines;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One segment and how far it was read. The open file is kept, so a segment that is renamed, compressed or removed meanwhile is read to
 * its end all the same; a file that was closed because nothing came is found again by its number, whatever its name is then.
 *
 * <p><b>Threading:</b> one thread.
 */
final class FollowedSegment implements AutoCloseable {
    private final Problems problems;
    private final SegmentLines lines;
    private InputStream stream;
    /** Bytes of the content that were read. */
    private long position;
    /** Whether the open file is the compressed one, which nobody writes to any more. */
    private boolean compressed;

    private boolean whole;

    FollowedSegment(Path path, EventSink sink) {
        this.problems = new Problems(path);
        this.lines = new SegmentLines(true, sink, problems);
    }

    /**
     * Reads what is there, at most about so many bytes.
     *
     * @param path where the segment is now
     * @return how many bytes were read; fewer than asked for when there is no more for now
     * @throws IOException when it cannot be opened or read
     */
    long read(Path path, long most) throws IOException {
        if (stream == null) {
            stream = open(path);
        }
        long taken = 0;
        int read = 0;
        while (taken < most && read >= 0) {
            read = lines.take(stream);
            taken += Math.max(0, read);
        }
        position += taken;
        whole |= compressed && read < 0;
        return taken;
    }

    private InputStream open(Path path) throws IOException {
        TraceFile file = TraceFile.of(path);
        compressed = file.gzip();
        InputStream opened = file.open(bytes -> {});
        try {
            opened.skipNBytes(position);
        } catch (EOFException e) {
            // somebody cut the file: what follows, if anything, cannot be told from what was read
            opened.close();
            throw new IOException("is shorter than what was read of it", e);
        }
        return opened;
    }

    /** Lets go of the file and of memory; {@link #read} goes on where it was. */
    void rest() throws IOException {
        lines.rest();
        close();
    }

    /** Reads what may follow the last line end: nothing more will come. */
    void end() throws IOException {
        lines.end();
        close();
    }

    Problems problems() {
        return problems;
    }

    boolean isOpen() {
        return stream != null;
    }

    /** Answers whether there may be more in its file than was read. */
    boolean mayHaveMore(Path path) throws IOException {
        // the size of a compressed file tells nothing
        return !whole
                && (stream != null || path.toString().endsWith(TraceFormat.GZIP_SUFFIX) || Files.size(path) > position);
    }

    @Override
    public void close() throws IOException {
        if (stream != null) {
            stream.close();
            stream = null;
        }
    }
}
