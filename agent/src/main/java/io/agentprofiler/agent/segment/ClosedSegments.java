// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import io.agentprofiler.agent.log.AgentLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;

/**
 * The run's closed segments: bounded in size, oldest go first, and compressed bit by bit if that is wanted.
 *
 * <p><b>Threading:</b> one thread.
 */
final class ClosedSegments {
    private final long maxBytes;
    private final boolean gzip;
    private final ArrayDeque<Closed> segments = new ArrayDeque<>();
    private final ArrayDeque<Closed> toCompress = new ArrayDeque<>();
    private Compression compression;
    private long bytes;
    private long deletedSegments;
    private long deletedBytes;

    /**
     * Creates an empty one.
     *
     * @param maxBytes of the run's directory
     * @param gzip whether segments are compressed
     */
    ClosedSegments(long maxBytes, boolean gzip) {
        this.maxBytes = maxBytes;
        this.gzip = gzip;
    }

    void add(Path path, long size) {
        Closed segment = new Closed(path, size);
        segments.add(segment);
        bytes += size;
        if (gzip) {
            toCompress.add(segment);
        }
    }

    /** Deletes the oldest segments until the directory, with {@code openBytes} more, is small enough. */
    void trim(long openBytes) {
        while (bytes + openBytes > maxBytes && !segments.isEmpty()) {
            Closed oldest = segments.poll();
            bytes -= oldest.size;
            toCompress.remove(oldest);
            if (compression != null && compression.segment == oldest) {
                compression.abort();
                compression = null;
            }
            try {
                if (Files.deleteIfExists(oldest.path)) {
                    deletedSegments++;
                    deletedBytes += oldest.size;
                }
            } catch (IOException e) {
                AgentLog.debug("cannot delete " + oldest.path + ": " + e);
            }
        }
    }

    /** Returns what {@link #trim} has taken away. */
    EventWriter.Deleted deleted() {
        return new EventWriter.Deleted(deletedSegments, deletedBytes);
    }

    /** Compresses a little, so that the writer is never away from the ring for long; answers whether more is left. */
    boolean compressSome() {
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
    void close() {
        if (compression != null) {
            compression.abort();
            compression = null;
        }
    }

    /** One closed segment; changes its name and size when it is compressed. */
    static final class Closed {
        Path path;
        long size;

        Closed(Path path, long size) {
            this.path = path;
            this.size = size;
        }
    }
}
