// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import java.util.Arrays;

/**
 * Number, mean and variance of values, in one pass (Welford, "Note on a method for calculating corrected sums of squares and
 * products", Technometrics 4, 1962). The last bits depend on the order of the values; {@link Distribution} sums exactly.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Moments {
    private long count;
    private double mean;
    private double squares;

    /** Adds a value. */
    public void add(double value) {
        count++;
        double off = value - mean;
        mean += off / count;
        squares += off * (value - mean);
    }

    /** Returns the mean of at least one value, at hand all at once. */
    public static double mean(double... values) {
        return Arrays.stream(values).sum() / values.length;
    }

    /**
     * Returns the variance of the population that at least two values are a sample of (n - 1 below), from two passes, which is
     * more precise than one.
     */
    public static double variance(double... values) {
        return squares(values) / (values.length - 1);
    }

    /** Returns the sum of the squared distances from the mean. */
    public static double squares(double... values) {
        double mean = mean(values);
        return Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
    }

    public long count() {
        return count;
    }

    /** Returns the mean; 0 when there is no value. */
    public double mean() {
        return mean;
    }

    /** Returns the variance of the population the values are a sample of (n - 1 below); NaN for fewer than two. */
    public double variance() {
        return count < 2 ? Double.NaN : squares / (count - 1);
    }

    /** Returns the standard deviation of the same; NaN for fewer than two values. */
    public double deviation() {
        return Math.sqrt(variance());
    }
}
