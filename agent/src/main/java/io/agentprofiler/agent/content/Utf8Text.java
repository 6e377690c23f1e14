// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A text that is put together from pieces, in UTF-8, in memory that the next text takes over.
 *
 * <p>Pieces are encoded one by one, so that one that ends within a surrogate pair is not joined with the next.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class Utf8Text {
    private static final int USUAL = 16 * 1024;
    private static final int LARGEST_KEPT = 1024 * 1024;

    private byte[] bytes = new byte[USUAL];
    private int size;
    private int chars;

    /** Begins another text; one huge text does not keep its memory for ever. */
    void clear() {
        size = 0;
        chars = 0;
        if (bytes.length > LARGEST_KEPT) {
            bytes = new byte[USUAL];
        }
    }

    void append(String piece) {
        int length = piece.length();
        chars += length;
        ensure(length);
        for (int i = 0; i < length; i++) {
            char c = piece.charAt(i);
            if (c >= 0x80) {
                appendEncoded(i == 0 ? piece : piece.substring(i));
                return;
            }
            bytes[size++] = (byte) c;
        }
    }

    private void appendEncoded(String rest) {
        byte[] encoded = rest.getBytes(StandardCharsets.UTF_8);
        ensure(encoded.length);
        System.arraycopy(encoded, 0, bytes, size, encoded.length);
        size += encoded.length;
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length * 2));
        }
    }

    /** Returns the memory: the text up to {@link #size}, then anything. */
    byte[] bytes() {
        return bytes;
    }

    /** Returns the length in bytes. */
    int size() {
        return size;
    }

    /** Returns the length in chars. */
    int chars() {
        return chars;
    }
}
