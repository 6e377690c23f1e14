// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal;

import io.agentprofiler.analyzer.base.stat.Quantile;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What of a figure of all workflows a target limits. */
public enum Statistic {
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
