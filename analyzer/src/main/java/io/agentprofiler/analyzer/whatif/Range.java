// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import java.util.Arrays;

/**
 * Where a time lies in 8 of 10 draws.
 *
 * @param low its 10th percentile, in nanoseconds
 * @param high its 90th
 */
public record Range(long low, long high) {
    private static final double LOW = 0.1;
    private static final double MIDDLE = 0.5;

    static Range of(long[] draws) {
        long[] sorted = sorted(draws);
        return new Range(at(sorted, LOW), at(sorted, 1 - LOW));
    }

    /** Returns the median. */
    public static long middle(long[] draws) {
        return at(sorted(draws), MIDDLE);
    }

    private static long[] sorted(long[] draws) {
        long[] sorted = draws.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    /** Returns the value of a rank, 0 to 1, by linear interpolation. */
    private static long at(long[] sorted, double share) {
        double rank = (sorted.length - 1) * share;
        int below = (int) rank;
        long next = sorted[Math.min(below + 1, sorted.length - 1)];
        return sorted[below] + Math.round((next - sorted[below]) * (rank - below));
    }
}
