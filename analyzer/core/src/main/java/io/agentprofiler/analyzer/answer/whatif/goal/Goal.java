// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal;

import io.agentprofiler.analyzer.base.stat.Quantile;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One condition of a target.
 *
 * @param figure which figure of a workflow
 * @param statistic what of it, over all workflows
 * @param inclusive whether the limit itself is good enough
 * @param limit the limit, in the figure's unit
 * @param text the condition as it was written
 */
public record Goal(GoalFigure figure, Statistic statistic, boolean inclusive, double limit, String text) {
    /** Answers whether a value is good enough; one that is not known is not. */
    public boolean isReached(double value) {
        return inclusive ? value <= limit : value < limit;
    }

    /** Returns what is limited, for example {@code p95 duration}. */
    public String subject() {
        return statistic.word() + " " + figure.word();
    }

    /** Returns how far a value is from the limit as a share of it: 0 or less where it is reached, infinite where it is not known. */
    double excess(double value) {
        if (Double.isNaN(value)) {
            return Double.POSITIVE_INFINITY;
        }
        return limit == 0 ? value : (value - limit) / limit;
    }

    /** What of a figure of all workflows a target limits. */
    enum Statistic {
        MEAN,
        MAX,
        P50,
        P90,
        P95,
        P99;

        /** Returns the word in targets. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the statistic of at least one value; percentiles by {@link Quantile}. The array is sorted. */
        double of(double[] values) {
            Arrays.sort(values);
            return switch (this) {
                case MEAN -> Arrays.stream(values).sum() / values.length;
                case MAX -> values[values.length - 1];
                case P50, P90, P95, P99 ->
                    Quantile.percentile(values, values.length, Integer.parseInt(name().substring(1)));
            };
        }

        /** Returns the words of all statistics. */
        static List<String> allWords() {
            return List.of(values()).stream().map(Statistic::word).toList();
        }
    }
}
