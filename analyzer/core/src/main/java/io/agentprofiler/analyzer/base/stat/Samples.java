// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import java.util.Arrays;
import org.HdrHistogram.DoubleHistogram;

/**
 * Values of one kind as floating-point numbers: all of them up to {@value #EXACT}, beyond that a histogram of 3 digits.
 * {@link Distribution} does the same for whole numbers, and independently of the order; use that where it fits.
 *
 * <p>Values are at least 0.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Samples {
    static final int EXACT = 20_000;

    private static final int DIGITS = 3;
    private static final double[] NOTHING = {};

    private double[] values = NOTHING;
    private DoubleHistogram histogram;
    private boolean sorted = true;
    private long count;
    private final Moments moments = new Moments();

    /** Adds a value; a negative one counts as 0. */
    public void add(double newValue) {
        double value = Math.max(0, newValue);
        count++;
        moments.add(value);
        sorted = false;
        if (histogram == null && count > EXACT) {
            histogram = new DoubleHistogram(DIGITS);
            for (double old : values) {
                histogram.recordValue(old);
            }
            values = NOTHING;
        }
        if (histogram != null) {
            histogram.recordValue(value);
            return;
        }
        if (values.length < count) {
            values = Arrays.copyOf(values, Math.min(EXACT, Math.max(4, values.length * 2)));
        }
        values[(int) count - 1] = value;
    }

    public long count() {
        return count;
    }

    /** Returns the mean; 0 when there is no value. */
    public double mean() {
        return moments.mean();
    }

    /** Returns the variance of the population the values are a sample of (n - 1 below); 0 for fewer than two. */
    public double variance() {
        return count < 2 ? 0 : moments.variance();
    }

    /** Returns a percentile, as {@link Quantile} interpolates it; 0 when there is no value. */
    public double percentile(double percent) {
        if (count == 0) {
            return 0;
        }
        if (histogram != null) {
            return histogram.getValueAtPercentile(percent);
        }
        if (!sorted) {
            Arrays.sort(values, 0, (int) count);
            sorted = true;
        }
        return Quantile.percentile(values, (int) count, percent);
    }
}
