// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.compare;

import io.agentprofiler.analyzer.base.stat.ConfidenceInterval;
import io.agentprofiler.analyzer.base.stat.ConfidenceInterval.Interval;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Moments;
import java.util.Arrays;

/**
 * A figure with its 95 % interval.
 *
 * @param n how many values it is of
 * @param value {@link Double#NaN} where there is none
 * @param interval {@code null} where there are too few values
 */
record ComparedFigure(long n, double value, Interval interval) {
    private static final double LEVEL = 0.95;

    static final ComparedFigure NONE = new ComparedFigure(0, Double.NaN, null);

    /** Returns the mean of judgements. Where each is 0 or 1 it is a share, whose interval is not empty if all are equal. */
    static ComparedFigure judged(double[] values) {
        return Arrays.stream(values).allMatch(value -> value == 0 || value == 1)
                ? share(Math.round(Arrays.stream(values).sum()), values.length)
                : mean(values);
    }

    /** Returns the mean of values. */
    static ComparedFigure mean(double[] values) {
        if (values.length == 0) {
            return NONE;
        }
        double mean = Moments.mean(values);
        if (values.length < 2) {
            return new ComparedFigure(1, mean, null);
        }
        double variance = Moments.variance(values);
        return new ComparedFigure(
                values.length,
                mean,
                Arrays.stream(values).allMatch(value -> value >= 0)
                        ? ConfidenceInterval.mean(mean, variance, values.length, LEVEL)
                        : ConfidenceInterval.meanOfAnySign(mean, variance, values.length, LEVEL));
    }

    /** Returns a share. */
    static ComparedFigure share(long some, long all) {
        return all <= 0
                ? NONE
                : new ComparedFigure(all, some / (double) all, ConfidenceInterval.share(some, all, LEVEL));
    }

    /** Returns a percentile of values. */
    static ComparedFigure percentile(Distribution values, double percent) {
        return values.count() == 0
                ? NONE
                : new ComparedFigure(
                        values.count(), values.percentile(percent), values.percentileInterval(percent, LEVEL));
    }

    boolean isKnown() {
        return n > 0;
    }
}
