// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif;

import io.agentprofiler.analyzer.base.stat.Quantile;
import java.util.Arrays;

/**
 * The range of a time: in 19 of 20 simulations, or between what is certain and what is possible.
 *
 * @param low its least, in nanoseconds: of simulations the 2.5th percentile
 * @param high its most: of simulations the 97.5th percentile
 */
public record TimeRange(long low, long high) {
    private static final double LOW = 0.025;
    private static final double MEDIAN = 0.5;

    static TimeRange of(long[] draws) {
        long[] sorted = sorted(draws);
        return new TimeRange(at(sorted, LOW), at(sorted, 1 - LOW));
    }

    /**
     * Returns the range from what is possible to what is certain; {@code null} where both are the same.
     *
     * @param possible the time if all that began after a call had waited for it
     * @param drawn the range of that in simulations, or {@code null}
     * @param certain the time if only what is known to have waited did
     */
    static TimeRange between(long possible, TimeRange drawn, long certain) {
        if (possible == certain) {
            return null;
        }
        return new TimeRange(
                Math.min(certain, drawn == null ? possible : drawn.low()),
                Math.max(certain, drawn == null ? possible : drawn.high()));
    }

    /** Returns the range of what is left of a time when one in this range is taken from it. */
    public TimeRange from(long time) {
        return new TimeRange(time - high, time - low);
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
