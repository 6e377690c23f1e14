// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import io.agentprofiler.analyzer.stat.Quantile;
import java.util.Arrays;

/**
 * The range of a time in 19 of 20 simulations.
 *
 * @param low its 2.5th percentile, in nanoseconds
 * @param high its 97.5th
 */
public record TimeRange(long low, long high) {
    private static final double LOW = 0.025;
    private static final double MEDIAN = 0.5;

    static TimeRange of(long[] draws) {
        long[] sorted = sorted(draws);
        return new TimeRange(at(sorted, LOW), at(sorted, 1 - LOW));
    }

    /** Returns the median. */
    public static long median(long[] draws) {
        return at(sorted(draws), MEDIAN);
    }

    private static long[] sorted(long[] draws) {
        long[] sorted = draws.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    /** Returns a quantile, rounded to a whole number. */
    private static long at(long[] sorted, double share) {
        long below = sorted[(int) ((sorted.length - 1) * share)];
        return below + Math.round(Quantile.of(rank -> sorted[(int) rank] - below, sorted.length, share));
    }
}
