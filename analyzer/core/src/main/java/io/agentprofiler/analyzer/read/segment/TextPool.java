// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Turns bytes into strings, giving the same string again for the texts that come back all the time (names, models,
 * threads). A new text takes the place of the one that shared its slot, so the pool never grows.
 *
 * <p><b>Threading:</b> one thread.
 */
final class TextPool {
    private static final int SLOTS = 4096;
    /** Bytes of a word. */
    private static final int WORD = Long.BYTES;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** A 1 in each byte. */
    private static final long EACH = 0x0101010101010101L;

    private static final long HIGH_BITS = EACH << 7;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final String[] texts = new String[SLOTS];
    private final byte[][] bytes = new byte[SLOTS][];

    /**
     * Returns the text that starts at a place and ends before the next quote, or {@code null} when it is not plain: it
     * holds anything but printable ASCII, or an escape, or does not end before the limit.
     */
    String get(byte[] block, int start, int limit) {
        long hash = 0;
        int end = start;
        long stop = 0;
        while (stop == 0) {
            long word = word(block, end);
            stop = notPlain(word);
            int plain = Long.numberOfTrailingZeros(stop) >>> 3;
            // of the last one only what is before the byte that is not plain
            hash = (hash ^ (plain == WORD ? word : word & (1L << plain * Byte.SIZE) - 1)) * MIX;
            hash ^= hash >>> 32;
            end += plain;
            if (end >= limit) {
                return null;
            }
        }
        if (block[end] != '"') {
            return null;
        }
        int slot = (int) (hash >>> 8) & (SLOTS - 1);
        byte[] known = bytes[slot];
        if (known != null && known.length == end - start && isAt(known, block, start)) {
            return texts[slot];
        }
        bytes[slot] = Arrays.copyOfRange(block, start, end);
        texts[slot] = new String(block, start, end - start, StandardCharsets.ISO_8859_1);
        return texts[slot];
    }

    /** Returns the eight bytes at a place, the first of them lowest; 0 for those behind the end. */
    private static long word(byte[] block, int at) {
        if (at <= block.length - WORD) {
            return (long) WORDS.get(block, at);
        }
        long word = 0;
        for (int i = block.length - 1; i >= at; i--) {
            word = word << Byte.SIZE | block[i] & 0xff;
        }
        return word;
    }

    /**
     * Returns a word whose lowest bit that is set is in the first byte that is a quote, a backslash, a control character or not ASCII;
     * 0 where there is none. In bytes behind that one, borrows may set bits, too.
     */
    private static long notPlain(long word) {
        long quote = word ^ EACH * '"';
        long backslash = word ^ EACH * '\\';
        return (word | word - EACH * ' ' & ~word | quote - EACH & ~quote | backslash - EACH & ~backslash) & HIGH_BITS;
    }

    /**
     * Answers whether a text is at a place, which has so many bytes at least. Texts are short: comparing them here is quicker than
     * calling the JDK's comparison of long arrays.
     */
    static boolean isAt(byte[] text, byte[] block, int start) {
        int last = text.length - WORD;
        if (last < 0) {
            for (int i = 0; i < text.length; i++) {
                if (text[i] != block[start + i]) {
                    return false;
                }
            }
            return true;
        }
        for (int compared = 0; compared < last; compared += WORD) {
            if ((long) WORDS.get(text, compared) != (long) WORDS.get(block, start + compared)) {
                return false;
            }
        }
        // some of its bytes may have been compared before
        return (long) WORDS.get(text, last) == (long) WORDS.get(block, start + last);
    }
}
