// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import java.util.Arrays;

/**
 * Remembers which hash follows which hash and block, so that of a prompt that an earlier one begins with only what is new is
 * hashed: conversations grow at their ends.
 *
 * <p>A block is found by comparing all of its bytes and of the hash before it. What falls on a place that is taken takes it over,
 * so that the memory does not grow.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class BlockMemory {
    private static final int PLACES = 4096;

    private final int hashBytes;
    private final int blockBytes;
    private final int entryBytes;
    /** Entries one after the other: the hash before, the block, the hash that follows. Made when it is needed first. */
    private byte[] entries;

    private final boolean[] taken = new boolean[PLACES];

    /**
     * Creates an empty memory.
     *
     * @param hashBytes how long a hash is
     * @param blockBytes how long a block is
     */
    BlockMemory(int hashBytes, int blockBytes) {
        this.hashBytes = hashBytes;
        this.blockBytes = blockBytes;
        this.entryBytes = 2 * hashBytes + blockBytes;
    }

    /** Returns the place of a block behind a hash. */
    int place(byte[] before, byte[] bytes, int from) {
        return ByteHash.of(bytes, from, blockBytes, ByteHash.of(before, 0, Long.BYTES, 0)) & PLACES - 1;
    }

    /** Replaces a hash by the one that follows it and a block; {@code false} when that is not known. */
    boolean next(int place, byte[] hash, byte[] bytes, int from) {
        if (!taken[place]) {
            return false;
        }
        int at = place * entryBytes;
        int block = at + hashBytes;
        int after = block + blockBytes;
        if (!Arrays.equals(entries, block, after, bytes, from, from + blockBytes)
                || !Arrays.equals(entries, at, block, hash, 0, hashBytes)) {
            return false;
        }
        System.arraycopy(entries, after, hash, 0, hashBytes);
        return true;
    }

    /** Begins to remember a block behind a hash; {@link #follow} has to say what follows. */
    void remember(int place, byte[] before, byte[] bytes, int from) {
        if (entries == null) {
            entries = new byte[PLACES * entryBytes];
        }
        int at = place * entryBytes;
        System.arraycopy(before, 0, entries, at, hashBytes);
        System.arraycopy(bytes, from, entries, at + hashBytes, blockBytes);
        taken[place] = false;
    }

    /** Ends what {@link #remember} began. */
    void follow(int place, byte[] hash) {
        System.arraycopy(hash, 0, entries, place * entryBytes + hashBytes + blockBytes, hashBytes);
        taken[place] = true;
    }
}
