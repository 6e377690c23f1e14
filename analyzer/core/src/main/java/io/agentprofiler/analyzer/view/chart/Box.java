// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.chart;

import io.agentprofiler.analyzer.base.stat.Quantile;
import java.util.Arrays;
import java.util.List;

/**
 * A box of a box plot, after Tukey, "Exploratory Data Analysis" (1977): quartiles by {@link Quantile}, whiskers to the last value
 * within one and a half times the box.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param values how many values there are
 * @param least end of the lower whisker
 * @param lower first quartile
 * @param median the median
 * @param upper third quartile
 * @param most end of the upper whisker
 * @param beyond values outside of the whiskers, ascending, the {@value #MOST_BEYOND} at most that are the farthest away
 * @param beyondLeftOut how many values outside of the whiskers there are more
 */
public record Box(
        int values,
        double least,
        double lower,
        double median,
        double upper,
        double most,
        List<Double> beyond,
        int beyondLeftOut) {
    /** Values beyond the whiskers that are kept: more make no better picture. */
    public static final int MOST_BEYOND = 500;

    private static final double FENCE = 1.5;

    public Box {
        beyond = List.copyOf(beyond);
    }

    /**
     * Returns the box of some values.
     *
     * @param values at least one, in any order
     */
    public static Box of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double lower = Quantile.of(sorted, 0.25);
        double upper = Quantile.of(sorted, 0.75);
        double fence = FENCE * (upper - lower);
        // a quartile between two values can lie beyond the last value within the fence: no whisker ends inside the box
        double least = Math.min(
                lower,
                Arrays.stream(sorted)
                        .filter(value -> value >= lower - fence)
                        .findFirst()
                        .orElse(lower));
        double most = Math.max(
                upper,
                Arrays.stream(sorted)
                        .filter(value -> value <= upper + fence)
                        .max()
                        .orElse(upper));
        List<Double> beyond = Arrays.stream(sorted)
                .filter(value -> value < least || value > most)
                .boxed()
                .toList();
        double median = Quantile.of(sorted, 0.5);
        List<Double> kept = beyond;
        if (beyond.size() > MOST_BEYOND) {
            kept = beyond.stream()
                    .sorted((a, b) -> Double.compare(Math.abs(b - median), Math.abs(a - median)))
                    .limit(MOST_BEYOND)
                    .sorted()
                    .toList();
        }
        return new Box(sorted.length, least, lower, median, upper, most, kept, beyond.size() - kept.size());
    }

    /** Returns the smallest value. */
    public double min() {
        return beyond.isEmpty() ? least : Math.min(least, beyond.get(0));
    }

    /** Returns the largest value. */
    public double max() {
        return beyond.isEmpty() ? most : Math.max(most, beyond.get(beyond.size() - 1));
    }
}
