// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.test;

import io.agentprofiler.analyzer.base.stat.Moments;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The t-test of Welch (1947): whether the means of two samples differ, whatever their variances; degrees of freedom after
 * Satterthwaite. It stands in where there are too few values for the bootstrap, and where ranks cannot tell a small
 * difference from a large one.
 */
public final class MeanTest {
    private MeanTest() {}

    /** Returns the two-sided p-value of samples of two values and more; {@link Double#NaN} where no value varies. */
    public static double p(double[] first, double[] second) {
        double left = squaredError(first);
        double right = squaredError(second);
        if (left + right == 0) {
            return Double.NaN;
        }
        double freedom = (left + right)
                * (left + right)
                / (left * left / (first.length - 1) + right * right / (second.length - 1));
        double t = Math.abs(Moments.mean(first) - Moments.mean(second)) / Math.sqrt(left + right);
        return Math.min(1, 2 * TDistribution.of(freedom).survivalProbability(t));
    }

    /** The square of the mean's standard error. */
    private static double squaredError(double[] values) {
        return Moments.variance(values) / values.length;
    }
}
