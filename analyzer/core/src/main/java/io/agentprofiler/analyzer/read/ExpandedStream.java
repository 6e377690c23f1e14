// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A decompressed file that is not followed without end: a few megabytes can be made to expand to gigabytes, which would
 * keep the analyzer busy for nothing. Traces shrink to a tenth or a thirtieth.
 */
final class ExpandedStream extends FilterInputStream {
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
