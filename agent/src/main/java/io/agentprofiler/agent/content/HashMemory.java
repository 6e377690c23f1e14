// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import java.util.Arrays;

/**
 * Remembers hashes of stretches of text, such as a message that comes again in every prompt after it.
 *
 * <p>A stretch is found by comparing all of its bytes, of which the last are kept that there is room for. What falls on a place
 * that is taken takes it over. Nothing is allocated after the first stretch.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class HashMemory {
    static final long UNKNOWN = -1;

    private static final int PLACES = 1024;
    private static final int ROOM = 256 * 1024;
    /** Longer ones would leave room for few others. */
    private static final int LONGEST = 16 * 1024;

    /** A ring of bytes. Made when it is needed first. */
    private byte[] kept;
    /** How many bytes were ever put in, those left out at the ring's end included. */
    private long head;

    /** Of each place, where its stretch begins, counted as {@link #head} is. */
    private final long[] begins = new long[PLACES];

    private final int[] lengths = new int[PLACES];
    private final long[] hashes = new long[PLACES];

    /** Returns the hash of a stretch, {@link #UNKNOWN} when it is not remembered. */
    long find(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length == 0 || length > LONGEST) {
            return UNKNOWN;
        }
        int place = place(bytes, from, length);
        if (lengths[place] != length || begins[place] < head - ROOM) {
            return UNKNOWN;
        }
        int at = (int) (begins[place] % ROOM);
        return Arrays.equals(kept, at, at + length, bytes, from, to) ? hashes[place] : UNKNOWN;
    }

    /** Remembers the hash of a stretch, which is not negative. */
    void put(byte[] bytes, int from, int to, long hash) {
        int length = to - from;
        if (length == 0 || length > LONGEST) {
            return;
        }
        if (kept == null) {
            kept = new byte[ROOM];
        }
        int at = (int) (head % ROOM);
        if (at + length > ROOM) {
            head += ROOM - at;
            at = 0;
        }
        System.arraycopy(bytes, from, kept, at, length);
        int place = place(bytes, from, length);
        begins[place] = head;
        lengths[place] = length;
        hashes[place] = hash;
        head += length;
    }

    private static int place(byte[] bytes, int from, int length) {
        return ByteHash.of(bytes, from, length, 0) & PLACES - 1;
    }
}
