// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.requests;

/**
 * Finds out how many tokens a block has: traces tell how many blocks a prompt of a known length has, not how large those are.
 *
 * <p>Of each request only some sizes are possible. Either the last block of a prompt is counted even where it is not full, or only full
 * blocks are; the first of the two that all requests allow is taken. Of the sizes left it is a power of two, as engines have it.
 *
 * <p><b>Threading:</b> one thread.
 */
final class BlockSize {
    /** Least and most tokens if the last block may be a part of one. */
    private long least = 1;

    private long most = Long.MAX_VALUE;
    /** The same if it may not. */
    private long leastOfFull = 1;

    private long mostOfFull = Long.MAX_VALUE;
    private long input;
    private long blocks;

    /** Takes note of a request. */
    void add(Request request) {
        int count = request.blocks().size();
        long tokens = request.input();
        if (count == 0 || tokens == 0) {
            return;
        }
        input += tokens;
        blocks += count;
        least = Math.max(least, (tokens + count - 1) / count);
        most = count == 1 ? most : Math.min(most, Math.max(1, (tokens - 1) / (count - 1)));
        leastOfFull = Math.max(leastOfFull, tokens / (count + 1) + 1);
        mostOfFull = Math.min(mostOfFull, Math.max(1, tokens / count));
    }

    /** Answers whether one size fits all requests. */
    boolean isCertain() {
        return least <= most || leastOfFull <= mostOfFull;
    }

    /** Returns the tokens of a block, at least 1; where no size fits all requests, about what they have on average. */
    long tokens() {
        if (least <= most) {
            return within(least, most);
        }
        if (leastOfFull <= mostOfFull) {
            return within(leastOfFull, mostOfFull);
        }
        long mean = Math.max(1, input / blocks);
        long below = Long.highestOneBit(mean);
        return mean - below <= 2 * below - mean ? below : 2 * below;
    }

    private static long within(long from, long to) {
        long power = Long.highestOneBit(from);
        power = power < from ? power * 2 : power;
        return power <= to ? power : from;
    }
}
