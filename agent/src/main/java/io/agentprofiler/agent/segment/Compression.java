// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.shared.OwnerOnly;
import io.agentprofiler.shared.schema.TraceFormat;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.GZIPOutputStream;

/**
 * Compresses one closed segment in small steps. The compressed file gets its final name only when it is complete, and the
 * plain one goes last, so that a reader who finds both may take either.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Compression {
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
