// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * An input file and its first bytes, decompressed when it is a gzip file (seen by content).
 *
 * <p><b>Threading:</b> immutable; {@link #open} may be called from any thread.
 */
public final class TraceFile {
    /** How much of a file's beginning {@link #head} holds at most. */
    static final int HEAD_BYTES = 64 * 1024;

    private static final int BUFFER_BYTES = 64 * 1024;

    private final Path path;
    private final long size;
    private final boolean gzip;
    private final byte[] head;

    private TraceFile(Path path, long size, boolean gzip, byte[] head) {
        this.path = path;
        this.size = size;
        this.gzip = gzip;
        this.head = head;
    }

    /**
     * Looks at a file.
     *
     * @throws IOException when it cannot be opened
     */
    public static TraceFile of(Path path) throws IOException {
        byte[] raw = firstBytes(Files.newInputStream(path));
        boolean gzip = raw.length > 2 && (raw[0] & 0xff) == 0x1f && (raw[1] & 0xff) == 0x8b;
        byte[] head = gzip ? unzippedHead(path) : raw;
        return new TraceFile(path, Files.size(path), gzip, head);
    }

    private static byte[] unzippedHead(Path path) throws IOException {
        try (InputStream file = Files.newInputStream(path)) {
            return firstBytes(new GZIPInputStream(file, BUFFER_BYTES));
        } catch (ZipException | EOFException e) {
            // not a gzip file after all: no reader will recognise it
            return new byte[0];
        }
    }

    private static byte[] firstBytes(InputStream stream) throws IOException {
        try (stream) {
            byte[] bytes = new byte[HEAD_BYTES];
            int length = 0;
            try {
                int read = 0;
                while (read >= 0 && length < bytes.length) {
                    read = stream.read(bytes, length, bytes.length - length);
                    length += Math.max(read, 0);
                }
            } catch (ZipException | EOFException e) {
                // a gzip file that is cut off within its first bytes: what came before the cut counts
            }
            return Arrays.copyOf(bytes, length);
        }
    }

    public Path path() {
        return path;
    }

    /** Returns the file's size on disk in bytes. */
    public long size() {
        return size;
    }

    /** Returns whether the file is gzip-compressed. */
    public boolean gzip() {
        return gzip;
    }

    /** Returns the same file without its first bytes: many files may wait to be read. */
    public TraceFile withoutHead() {
        return new TraceFile(path, size, gzip, new byte[0]);
    }

    /** Returns the first bytes (at most 64 KiB), decompressed; empty once the file's format is known. Callers must not change them. */
    public byte[] head() {
        return head;
    }

    /** Returns {@link #head} as a text. */
    public String headText() {
        return new String(head, StandardCharsets.UTF_8);
    }

    /** Returns the first line, {@code null} where it does not end within {@link #head}. */
    public String firstLine() {
        for (int end = 0; end < head.length; end++) {
            if (head[end] == '\n') {
                return new String(head, 0, end, StandardCharsets.UTF_8);
            }
        }
        return null;
    }

    /** Takes the content of a file. */
    public interface Contents {
        /** Reads the stream to its end. */
        void read(InputStream stream) throws IOException;
    }

    /**
     * Reads the content, decompressed. Where compressed data end early, what comes before is read, and the problem is noted.
     *
     * @param progress told how many bytes were taken since the last call
     * @throws IOException when the file cannot be read
     */
    public void read(LongConsumer progress, Problems problems, Contents contents) throws IOException {
        try (InputStream stream = open(progress)) {
            contents.read(stream);
        } catch (EOFException | ZipException e) {
            problems.damaged(e);
        }
    }

    /** Opens the content, decompressed, from its beginning. */
    public InputStream open(LongConsumer progress) throws IOException {
        InputStream file = new CountingStream(Files.newInputStream(path), progress);
        return gzip ? new ExpandedStream(new GZIPInputStream(file, BUFFER_BYTES), size) : file;
    }

    @Override
    public String toString() {
        return path.toString();
    }

    /** Tells how many bytes of the file have been taken. */
    private static final class CountingStream extends FilterInputStream {
        private final LongConsumer progress;

        CountingStream(InputStream in, LongConsumer progress) {
            super(in);
            this.progress = progress;
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            if (value >= 0) {
                progress.accept(1);
            }
            return value;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            if (read > 0) {
                progress.accept(read);
            }
            return read;
        }
    }

    /**
     * A decompressed file that is not followed without end: a few megabytes can be made to expand to gigabytes, which would
     * keep the analyzer busy for nothing. Traces shrink to a tenth or a thirtieth.
     */
    static final class ExpandedStream extends FilterInputStream {
        /** How many times its size a file may expand to. */
        static final int MAX_RATIO = 200;

        /** A file may always expand to this. */
        static final long ALWAYS_BYTES = 256L << 20;

        private final long limit;
        private long expanded;

        ExpandedStream(InputStream in, long compressedBytes) {
            this(in, compressedBytes, ALWAYS_BYTES);
        }

        ExpandedStream(InputStream in, long compressedBytes, long always) {
            super(in);
            this.limit = Math.max(always, compressedBytes * MAX_RATIO);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            count(value < 0 ? 0 : 1);
            return value;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            count(Math.max(read, 0));
            return read;
        }

        private void count(int bytes) throws IOException {
            expanded += bytes;
            if (expanded > limit) {
                throw new UnreadableFileException(
                        "expands to more than " + (limit >> 20) + " MB, which is over " + MAX_RATIO
                                + " times its size; what comes before that was read; decompress it (gunzip) to read all of it");
            }
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
