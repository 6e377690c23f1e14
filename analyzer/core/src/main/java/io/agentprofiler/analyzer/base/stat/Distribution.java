// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import java.math.BigInteger;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * Values of one kind, for percentiles: all of them up to {@value #EXACT}, beyond that a histogram of 3 digits (an error
 * of at most 0.1 %). Which of the two depends on the number of values only, so the order of adding and merging never
 * changes a percentile.
 *
 * <p>Values are at least 0; sums that do not fit stay at {@link Long#MAX_VALUE}.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Distribution {
    static final int EXACT = 10_000;

    private static final int DIGITS = 3;
    private static final double MEDIAN = 50;
    private static final long[] NOTHING = {};

    /** So many values wait for the histogram: to record them one right after the other lets the processor load its counts at once. */
    private static final int WAITING = 64;

    /** The values while they are few; once there is a histogram those that are not in it yet. */
    private long[] values = NOTHING;

    /** How many of them there are. */
    private int stored;

    private boolean sorted = true;
    private Histogram histogram;

    private long count;
    private long sum;
    private long min = Long.MAX_VALUE;
    private long max;
    /** Sum of the squares, 126 bits: exact, so that the order of adding never changes a variance. */
    private long squaresHigh;

    private long squaresLow;

    /** Adds a value; a negative one counts as 0. */
    public void add(long newValue) {
        long value = Math.max(0, newValue);
        note(1, value, value, value);
        addSquares(Math.multiplyHigh(value, value), value * value);
        store(value);
    }

    /** Adds a value unless it is negative, as {@link io.agentprofiler.analyzer.base.stat.Unknown#LONG} is. */
    public void addIfKnown(long value) {
        if (value >= 0) {
            add(value);
        }
    }

    /** Adds all values of another. */
    public void add(Distribution more) {
        if (more.count == 0) {
            return;
        }
        note(more.count, more.sum, more.min, more.max);
        addSquares(more.squaresHigh, more.squaresLow);
        if (more.histogram == null) {
            int length = (int) more.count;
            for (int i = 0; i < length; i++) {
                store(more.values[i]);
            }
        } else {
            toHistogram();
            histogram.add(more.histogram);
            for (int i = 0; i < more.stored; i++) {
                histogram.recordValue(more.values[i]);
            }
        }
    }

    private void note(long moreCount, long moreSum, long moreMin, long moreMax) {
        count += moreCount;
        sum = Saturated.add(sum, moreSum);
        min = Math.min(min, moreMin);
        max = Math.max(max, moreMax);
        sorted = false;
    }

    private void addSquares(long high, long low) {
        long sum = squaresLow + low;
        squaresHigh += high + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
        squaresLow = sum;
    }

    private void store(long value) {
        if (histogram == null && stored == EXACT) {
            toHistogram();
        }
        if (histogram != null) {
            if (stored == WAITING) {
                record();
            }
        } else if (stored == values.length) {
            values = Arrays.copyOf(values, Math.min(EXACT, Math.max(2, stored * 2)));
        }
        values[stored++] = value;
    }

    private void toHistogram() {
        if (histogram == null) {
            histogram = new Histogram(DIGITS);
            record();
            values = new long[WAITING];
        }
    }

    /** Puts the values that wait into the histogram. */
    private void record() {
        for (int i = 0; i < stored; i++) {
            histogram.recordValue(values[i]);
        }
        stored = 0;
    }

    public long count() {
        return count;
    }

    public long sum() {
        return sum;
    }

    /** Returns the smallest value; 0 when there is none. */
    public long min() {
        return count == 0 ? 0 : min;
    }

    /** Returns the largest value; 0 when there is none. */
    public long max() {
        return max;
    }

    /** Returns the mean; 0 when there is no value. */
    public double mean() {
        return count == 0 ? 0 : (double) sum / count;
    }

    /** Returns the variance of the population that the values are a sample of (n - 1 below); 0 for fewer than two. */
    public double variance() {
        if (count < 2) {
            return 0;
        }
        BigInteger squares = BigInteger.valueOf(squaresHigh)
                .shiftLeft(Long.SIZE)
                .add(new BigInteger(Long.toUnsignedString(squaresLow)));
        BigInteger off = squares.multiply(BigInteger.valueOf(count))
                .subtract(BigInteger.valueOf(sum).pow(2));
        return Math.max(0, off.doubleValue() / count / (count - 1));
    }

    /** Returns the interval of the mean, or {@code null} for fewer than two values. */
    public ConfidenceInterval.Interval meanInterval(double level) {
        return count < 2 ? null : ConfidenceInterval.mean(mean(), variance(), count, level);
    }

    /** Returns the bootstrap interval of a percentile, or {@code null} where there are too few values for the percentile. */
    public ConfidenceInterval.Interval percentileInterval(double percent, double level) {
        if (count < 2 || !supports(percent) || count > Integer.MAX_VALUE) {
            return null;
        }
        long[] ranks = ConfidenceInterval.percentileRanks(count, percent, level);
        return new ConfidenceInterval.Interval(at(ranks[0]), at(ranks[1]));
    }

    /** Answers whether percentiles are computed from the values themselves, not from a histogram. */
    public boolean isExact() {
        return histogram == null;
    }

    /**
     * Returns a percentile, as {@link Quantile} interpolates it; 0 when there is no value.
     */
    public double percentile(double percent) {
        if (count == 0) {
            return 0;
        }
        return Quantile.percentile(this::at, count, percent);
    }

    /**
     * Answers whether there are enough values for a percentile to be more than a guess: at least one value is expected
     * beyond it (10 for p90, 20 for p95, 100 for p99). The median is the middle of any number of values.
     */
    public boolean supports(double percent) {
        return percent == MEDIAN ? count > 0 : count * (100 - percent) >= 100;
    }

    private double at(long rank) {
        if (histogram != null) {
            record();
            // the histogram counts from 1; a half keeps rounding from moving to the neighbour
            double value = histogram.getValueAtPercentile(100 * (rank + 0.5) / count);
            return Math.min(Math.max(value, min), max);
        }
        if (!sorted) {
            Arrays.sort(values, 0, stored);
            sorted = true;
        }
        return values[(int) rank];
    }
}
