// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.cache;

/**
 * Hits of caches of every size, in tokens.
 *
 * <p>Sizes are exact up to {@value #STEPS} tokens altogether, else rounded up to a part of that many of the whole.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class RoomCurve {
    private static final int STEPS = 1 << 16;

    private final long width;
    private final long room;
    private final long[] hits;
    private long all;
    private long inRoom;

    /**
     * Makes a curve without hits.
     *
     * @param most tokens of which no cache needs more
     * @param room tokens of a cache that is asked about, 0 for an endless one
     */
    RoomCurve(long most, long room) {
        this.width = Math.max(1, (most + STEPS - 1) / STEPS);
        this.room = room;
        this.hits = new long[(int) Math.max(1, Math.min(STEPS, most))];
    }

    /** Adds tokens that all caches of a size and more have hits on. */
    void add(long size, long tokens) {
        long step = Math.max(0, size - 1) / width;
        hits[(int) Math.min(hits.length - 1, step)] += tokens;
        all += tokens;
        inRoom += room == 0 || size <= room ? tokens : 0;
    }

    /** Returns the hits of an endless cache, in tokens. */
    public long all() {
        return all;
    }

    /** Returns the hits of the cache that is asked about. */
    public long inRoom() {
        return inRoom;
    }

    /** Returns the tokens that cache has room for, 0 for any number. */
    public long room() {
        return room;
    }

    /** Returns the hits of a cache with room for so many tokens. */
    public long hitsAt(long size) {
        long sum = 0;
        for (int step = 0; step < hits.length && (step + 1) * width <= size; step++) {
            sum += hits[step];
        }
        return sum;
    }

    /** Returns the least room that has a share of the hits of an endless cache, 0 when that has none. */
    public long sizeFor(double share) {
        long sum = 0;
        for (int step = 0; step < hits.length; step++) {
            sum += hits[step];
            if (all > 0 && sum >= share * all) {
                return (step + 1) * width;
            }
        }
        return 0;
    }
}
