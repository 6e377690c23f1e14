// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import java.util.function.LongToDoubleFunction;

/**
 * The quantile of a sample by linear interpolation between the two values next to rank {@code (n - 1) * share}, counted from 0:
 * type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996), which is also the
 * default of NumPy and R.
 *
 * <p>A share of 0.95 is not exactly 95 hundredths, so {@link #of} and {@link #percentile} may differ in the last bit; each caller
 * says which it means.
 */
public final class Quantile {
    private static final double PERCENT = 100;

    private Quantile() {}

    /**
     * Returns the quantile of values.
     *
     * @param sorted ascending, at least one
     * @param share from 0 to 1
     */
    public static double of(double[] sorted, double share) {
        return of(sorted, sorted.length, share);
    }

    /**
     * Returns the quantile of the first values of an array.
     *
     * @param sorted ascending as far as they count
     * @param count how many values count, at least one
     * @param share from 0 to 1
     */
    public static double of(double[] sorted, int count, double share) {
        return of(rank -> sorted[(int) rank], count, share);
    }

    /**
     * Returns a percentile of the first values of an array.
     *
     * @param sorted ascending as far as they count
     * @param count how many values count, at least one
     * @param percent from 0 to 100
     */
    public static double percentile(double[] sorted, int count, double percent) {
        return percentile(rank -> sorted[(int) rank], count, percent);
    }

    /**
     * Returns a percentile of values that are told by their rank from 0.
     *
     * @param count how many values there are, at least one
     * @param percent from 0 to 100
     */
    public static double percentile(LongToDoubleFunction atRank, long count, double percent) {
        return atRank(atRank, (count - 1) * percent / PERCENT);
    }

    /**
     * Returns the quantile of values that are told by their rank from 0.
     *
     * @param count how many values there are, at least one
     * @param share from 0 to 1
     */
    public static double of(LongToDoubleFunction atRank, long count, double share) {
        return atRank(atRank, (count - 1) * share);
    }

    private static double atRank(LongToDoubleFunction value, double rank) {
        long below = (long) rank;
        double low = value.applyAsDouble(below);
        return below == rank ? low : between(low, value.applyAsDouble(below + 1), rank - below);
    }

    /** Returns the value on the way from one to another, where 0 is the first and 1 the second. */
    public static double between(double low, double high, double way) {
        return low + (high - low) * way;
    }
}
