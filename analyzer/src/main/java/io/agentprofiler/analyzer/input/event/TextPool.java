// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.input.event;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Turns bytes into strings, giving the same string again for the texts that come back all the time (names, models,
 * threads). A new text takes the place of the one that shared its slot, so the pool never grows.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class TextPool {
    private static final int SLOTS = 4096;

    private final String[] texts = new String[SLOTS];
    private final byte[][] bytes = new byte[SLOTS][];

    /**
     * Returns the text that starts at a place and ends before the next quote, or {@code null} when it is not plain: it
     * holds anything but printable ASCII, or an escape, or does not end before the limit.
     */
    public String get(byte[] block, int start, int limit) {
        int hash = 0;
        int end = start;
        for (; end < limit && block[end] != '"'; end++) {
            byte next = block[end];
            if (next < ' ' || next == '\\') {
                return null;
            }
            hash = hash * 31 + next;
        }
        if (end == limit) {
            return null;
        }
        int slot = (hash ^ hash >>> 13) & (SLOTS - 1);
        byte[] known = bytes[slot];
        if (known != null && known.length == end - start && isAt(known, block, start)) {
            return texts[slot];
        }
        bytes[slot] = Arrays.copyOfRange(block, start, end);
        texts[slot] = new String(block, start, end - start, StandardCharsets.ISO_8859_1);
        return texts[slot];
    }

    /** Texts are short: comparing them here is quicker than calling the JDK's comparison of long arrays. */
    private static boolean isAt(byte[] text, byte[] block, int start) {
        for (int i = 0; i < text.length; i++) {
            if (text[i] != block[start + i]) {
                return false;
            }
        }
        return true;
    }
}
