// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.json;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * Collects bytes until whole lines can be handed over; a line that failed half-way can be taken back.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class LineBuffer extends OutputStream {
    private static final int USUAL = 128 * 1024;
    private static final int LARGEST_KEPT = 1024 * 1024;

    private byte[] bytes = new byte[USUAL];
    private int size;

    @Override
    public void write(int b) {
        ensure(1);
        bytes[size++] = (byte) b;
    }

    @Override
    public void write(byte[] source, int offset, int length) {
        ensure(length);
        System.arraycopy(source, offset, bytes, size, length);
        size += length;
    }

    public int size() {
        return size;
    }

    public byte[] bytes() {
        return bytes;
    }

    /** Takes back everything after the first {@code length} bytes. */
    public void truncate(int length) {
        size = length;
    }

    /** Empties the buffer; one huge line does not keep its memory for ever. */
    public void clear() {
        size = 0;
        if (bytes.length > LARGEST_KEPT) {
            bytes = new byte[USUAL];
        }
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length * 2));
        }
    }
}
