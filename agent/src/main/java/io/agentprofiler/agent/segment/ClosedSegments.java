// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.agent.segment.run.DirectoryAccount;
import io.agentprofiler.shared.OwnerOnly;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

/**
 * The run's closed segments: bounded in size, oldest go first, never the newest, and compressed bit by bit if that is wanted.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class ClosedSegments {
    private final long maxBytes;
    private final boolean gzip;
    /** By number, which is their age; a slow disk may close one before an older one. */
    private final TreeMap<Integer, Closed> segments = new TreeMap<>();

    private final ArrayDeque<Closed> toCompress = new ArrayDeque<>();
    private Compression compression;
    private long bytes;
    private long deletedSegments;
    private long deletedBytes;
    private long deletedEvents;
    private long removedSegments;
    private long removedEvents;

    /**
     * Creates an empty one.
     *
     * @param maxBytes of the run's directory
     * @param gzip whether segments are compressed
     */
    public ClosedSegments(long maxBytes, boolean gzip) {
        this.maxBytes = maxBytes;
        this.gzip = gzip;
    }

    /** Takes a segment that has its final name. */
    public void add(OpenSegment closed, Path path) {
        Closed segment = keep(closed, path);
        if (gzip) {
            toCompress.add(segment);
        }
    }

    /** Takes a segment that could not be brought to its end, and stays as it is. */
    void addUnfinished(OpenSegment closed) {
        keep(closed, closed.openName());
    }

    private Closed keep(OpenSegment closed, Path path) {
        Closed segment = new Closed(path, closed.size(), closed.events().sum());
        segments.put(closed.number(), segment);
        bytes += segment.size;
        return segment;
    }

    /**
     * Deletes the oldest segments until the directory, with {@code openBytes} more, is small enough, but never the newest.
     *
     * @return whether any was deleted
     */
    public boolean trim(long openBytes) {
        boolean any = false;
        while (bytes + openBytes > maxBytes && segments.size() > 1) {
            Closed oldest = segments.pollFirstEntry().getValue();
            forget(oldest);
            try {
                if (Files.deleteIfExists(oldest.path)) {
                    deletedSegments++;
                    deletedBytes += oldest.size;
                    deletedEvents += oldest.events;
                } else {
                    removed(oldest);
                }
                any = true;
            } catch (IOException e) {
                AgentLog.debug("cannot delete " + oldest.path + ": " + e);
            }
        }
        return any;
    }

    /** Looks which segments somebody else has taken away. A system call a segment. */
    public void check() {
        // not values(), whose iterator is a class that no start needs otherwise
        for (Iterator<Map.Entry<Integer, Closed>> each = segments.entrySet().iterator(); each.hasNext(); ) {
            Closed segment = each.next().getValue();
            if (!Files.exists(segment.path, LinkOption.NOFOLLOW_LINKS)) {
                each.remove();
                forget(segment);
                removed(segment);
            }
        }
    }

    private void forget(Closed segment) {
        bytes -= segment.size;
        toCompress.remove(segment);
        if (compression != null && compression.segment == segment) {
            compression.abort();
            compression = null;
        }
    }

    private void removed(Closed segment) {
        removedSegments++;
        removedEvents += segment.events;
    }

    /** Returns what became of segments, with nothing of what others count. */
    public DirectoryAccount account() {
        return new DirectoryAccount(
                deletedSegments, deletedBytes, deletedEvents, removedSegments, removedEvents, 0, 0, 0);
    }

    /** Compresses a little, so that the writer is never away from the ring for long; answers whether more is left. */
    public boolean compressSome() {
        if (compression == null) {
            Closed next = toCompress.poll();
            if (next == null) {
                return false;
            }
            compression = new Compression(next);
        }
        try {
            if (compression.step()) {
                Closed done = compression.segment;
                bytes += compression.compressedSize() - done.size;
                done.path = compression.compressedPath();
                done.size = compression.compressedSize();
                compression = null;
            }
        } catch (IOException e) {
            AgentLog.debug("cannot compress " + compression.segment.path + ", it stays as it is: " + e);
            compression.abort();
            compression = null;
        }
        return compression != null || !toCompress.isEmpty();
    }

    /** Gives up what is half compressed; the segment stays as it is. */
    public void close() {
        if (compression != null) {
            compression.abort();
            compression = null;
        }
    }

    /** One closed segment; changes its name and size when it is compressed. */
    static final class Closed {
        Path path;
        long size;
        final long events;

        Closed(Path path, long size, long events) {
            this.path = path;
            this.size = size;
            this.events = events;
        }
    }

    /**
     * Compresses one closed segment in small steps. The compressed file gets its final name only when it is complete, and the
     * plain one goes last, so that a reader who finds both may take either.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class Compression {
        /** Some 20 ms of work. */
        private static final int STEP_BYTES = 1024 * 1024;

        private static final String UNFINISHED = ".tmp";

        final ClosedSegments.Closed segment;
        private final Path unfinished;
        private final Path finished;
        private final byte[] bytes = new byte[64 * 1024];
        private InputStream in;
        private OutputStream out;
        private long compressedSize;

        Compression(ClosedSegments.Closed segment) {
            this.segment = segment;
            String name = segment.path.getFileName().toString();
            String stem = name.substring(0, name.length() - TraceFormat.SEGMENT_SUFFIX.length());
            this.finished = segment.path.resolveSibling(stem + TraceFormat.GZIP_SUFFIX);
            this.unfinished = segment.path.resolveSibling(stem + TraceFormat.GZIP_SUFFIX + UNFINISHED);
        }

        /** Does some of the work; answers whether all is done. */
        boolean step() throws IOException {
            if (in == null) {
                in = Files.newInputStream(segment.path);
                OwnerOnly.createFile(unfinished);
                out = new GZIPOutputStream(Files.newOutputStream(unfinished), bytes.length);
            }
            for (int done = 0; done < STEP_BYTES; ) {
                int read = in.read(bytes);
                if (read < 0) {
                    finish();
                    return true;
                }
                out.write(bytes, 0, read);
                done += read;
            }
            return false;
        }

        Path compressedPath() {
            return finished;
        }

        long compressedSize() {
            return compressedSize;
        }

        /** Leaves nothing behind but the plain segment. */
        void abort() {
            closeQuietly(in);
            closeQuietly(out);
            try {
                Files.deleteIfExists(unfinished);
            } catch (IOException e) {
                AgentLog.debug("cannot delete " + unfinished + ": " + e);
            }
        }

        private void finish() throws IOException {
            in.close();
            out.close();
            compressedSize = Files.size(unfinished);
            Files.move(unfinished, finished, StandardCopyOption.ATOMIC_MOVE);
            try {
                Files.delete(segment.path);
            } catch (IOException e) {
                // somebody has it open on a system where that keeps it: one of the two must go, or it would never be
                // counted
                Files.deleteIfExists(finished);
                throw e;
            }
        }

        private static void closeQuietly(Closeable stream) {
            if (stream != null) {
                try {
                    stream.close();
                } catch (IOException e) {
                    AgentLog.debug("cannot close a file: " + e);
                }
            }
        }
    }
}
