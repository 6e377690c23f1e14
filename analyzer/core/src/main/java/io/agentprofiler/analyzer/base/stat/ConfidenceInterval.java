// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/** Intervals that hold the true value with a given confidence. */
public final class ConfidenceInterval {
    private ConfidenceInterval() {}

    /** An interval. */
    public record Interval(double low, double high) {}

    /**
     * Returns the interval of a mean of at least two values that cannot be negative: Student's t with n - 1 degrees of
     * freedom, cut at 0.
     *
     * @param variance sample variance (n - 1 below)
     * @param level for example 0.95
     */
    public static Interval mean(double mean, double variance, long n, double level) {
        Interval interval = meanOfAnySign(mean, variance, n, level);
        return variance <= 0 ? interval : new Interval(Math.max(0, interval.low), interval.high);
    }

    /** Returns the interval of a mean of at least two values that may be negative: Student's t with n - 1 degrees of freedom. */
    public static Interval meanOfAnySign(double mean, double variance, long n, double level) {
        if (n < 2) {
            throw new IllegalArgumentException("an interval of a mean needs two values");
        }
        if (variance <= 0) {
            return new Interval(mean, mean);
        }
        double t = TDistribution.of(n - 1.0).inverseSurvivalProbability((1 - level) / 2);
        double half = t * Math.sqrt(variance / n);
        return new Interval(mean - half, mean + half);
    }

    /**
     * Returns the interval of a share of which {@code some} of {@code all} were counted (Wilson, 1927).
     *
     * @param all more than 0
     */
    public static Interval share(long some, long all, double level) {
        double z = NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - level) / 2);
        double share = some / (double) all;
        double square = z * z / all;
        double middle = share + square / 2;
        double half = Math.sqrt(square * (share * (1 - share) + square / 4));
        return new Interval(
                some == 0 ? 0 : (middle - half) / (1 + square), some == all ? 1 : (middle + half) / (1 + square));
    }

    /**
     * Returns the exact interval of a rate of which {@code events} were counted, as long as they happen independently
     * (Garwood's interval of a Poisson count).
     *
     * @param time how long was counted, more than 0
     */
    public static Interval rate(long events, double time, double level) {
        double tail = (1 - level) / 2;
        double low = events == 0 ? 0 : ChiSquaredDistribution.of(2.0 * events).inverseCumulativeProbability(tail) / 2;
        double high = ChiSquaredDistribution.of(2.0 * events + 2).inverseSurvivalProbability(tail) / 2;
        return new Interval(low / time, high / time);
    }

    /**
     * Returns the ranks, from 0, between whose values a percentile lies: the bootstrap interval of the order statistic
     * next to the percentile. Resampling is not simulated: the chance that the k-th smallest of n values drawn with
     * replacement is at most the j-th smallest of the sample is binomial.
     */
    public static long[] percentileRanks(long n, double percent, double level) {
        if (n > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("more values than a bootstrap of ranks takes: " + n);
        }
        int k = (int) Math.min(n, Math.max(1, Math.round((n - 1) * percent / 100 + 1)));
        double tail = (1 - level) / 2;
        return new long[] {rank((int) n, k, tail), rank((int) n, k, 1 - tail)};
    }

    /** Returns the smallest rank whose value the k-th smallest of a resample reaches with a probability. */
    private static long rank(int n, int k, double probability) {
        int low = 1;
        int high = n;
        while (low < high) {
            int middle = (low + high) >>> 1;
            double reached = BinomialDistribution.of(n, (double) middle / n).survivalProbability(k - 1);
            if (reached >= probability) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low - 1L;
    }
}
