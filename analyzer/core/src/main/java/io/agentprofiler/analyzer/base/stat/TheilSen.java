// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How a figure grows with another: the median of the slopes between all pairs of points that differ in {@code x}, which up to 29 %
 * of wild values do not move (Theil, "A rank-invariant method of linear and polynomial regression analysis", 1950; Sen, "Estimates
 * of the regression coefficient based on Kendall's tau", Journal of the American Statistical Association 63, 1968).
 *
 * <p>Time and memory grow with the square of the number of points. Whole numbers are exact up to 2<sup>53</sup>.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class TheilSen {
    private final double[] x;
    private final double[] y;
    /** Of all pairs with different x, ascending. */
    private final double[] slopes;

    private TheilSen(double[] x, double[] y) {
        this.x = x;
        this.y = y;
        double[] all = new double[x.length * (x.length - 1) / 2];
        int count = 0;
        for (int i = 0; i < x.length; i++) {
            for (int j = i + 1; j < x.length; j++) {
                if (x[i] != x[j]) {
                    all[count++] = (y[j] - y[i]) / (x[j] - x[i]);
                }
            }
        }
        slopes = Arrays.copyOf(all, count);
        Arrays.sort(slopes);
    }

    /**
     * Fits points, in any order.
     *
     * @param x where they are
     * @param y what was measured there, as many
     */
    public static TheilSen of(double[] x, double[] y) {
        if (x.length != y.length) {
            throw new IllegalArgumentException(x.length + " places, " + y.length + " values");
        }
        return new TheilSen(x.clone(), y.clone());
    }

    /** Fits values that follow each other at a distance of 1. */
    public static TheilSen ofSeries(double... y) {
        double[] x = new double[y.length];
        Arrays.setAll(x, i -> i);
        return new TheilSen(x, y.clone());
    }

    /** Returns the slope; NaN where no two points differ in x. */
    public double slope() {
        return slopes.length == 0 ? Double.NaN : Median.ofSorted(slopes);
    }

    /**
     * Returns the interval of the slope by Sen: its ends are slopes whose ranks follow from the variance of Kendall's sum of signs,
     * with ties. That sum is taken as normal, which holds from about ten points on. Empty where there are too few pairs for it.
     *
     * @param tail the chance that the true slope is below the interval, and that it is above: 0.025 for an interval of 95 %
     */
    public Optional<ConfidenceInterval.Interval> interval(double tail) {
        double z = NormalDistribution.of(0, 1).inverseSurvivalProbability(tail) * Math.sqrt(variance());
        int lower = (int) Math.round((slopes.length - z) / 2);
        int upper = (int) Math.round((slopes.length + z) / 2) - 1;
        if (lower < 0 || upper >= slopes.length || lower > upper) {
            return Optional.empty();
        }
        return Optional.of(new ConfidenceInterval.Interval(slopes[lower], slopes[upper]));
    }

    /** Returns the variance of Kendall's sum of signs when nothing depends on anything, less for ties. */
    private double variance() {
        LongUnaryOperator pairs = n -> n * (n - 1) * (2 * n + 5);
        long sum = pairs.applyAsLong(x.length);
        for (double[] values : new double[][] {x, y}) {
            Map<Double, Long> ties = new HashMap<>();
            for (double value : values) {
                // 0.0 and -0.0 are the same place
                ties.merge(value + 0.0, 1L, Long::sum);
            }
            for (long tied : ties.values()) {
                sum -= pairs.applyAsLong(tied);
            }
        }
        return Math.max(0, sum / 18.0);
    }
}
