// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/**
 * A forecast that is one number for a stage, with the errors it made on workflows it was not learned from.
 *
 * @param kind which one
 * @param table a number for each group of stages; for {@link PointKind#LINEAR} empty
 * @param linear the weighted sum of {@link Stage#numbers}; {@code null} for the others
 * @param low what to add for the lower end of the 90 % interval, {@link Double#NaN} if there are too few errors
 * @param high what to add for the upper end
 * @param workflows from how many workflows
 */
public record Points(
        PointKind kind, SortedMap<String, Double> table, WeightedSum linear, double low, double high, int workflows) {
    /** The kinds of such forecasts. */
    public enum PointKind {
        /** The same as in the last workflow that was over, at the same stage. */
        LAST,
        /** The mean of all stages. */
        MEAN,
        /** The mean of all workflows after as many calls. */
        POSITION,
        /** A weighted sum. */
        LINEAR;

        /** Returns the word used in files. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the kind of a word, or {@code null}. */
        public static PointKind of(String word) {
            for (PointKind kind : values()) {
                if (kind.word().equals(word)) {
                    return kind;
                }
            }
            return null;
        }
    }

    /** Stands for all stages. */
    public static final String ALL = "";

    /** Returns the forecast of a stage, {@link Double#NaN} where there is none. */
    public double value(Stage stage) {
        return value(stage, stage.groups());
    }

    private double value(Stage stage, List<String> groups) {
        if (linear != null) {
            return linear.of(stage.numbers());
        }
        for (String group : groups) {
            Double value = table.get(group);
            if (value != null) {
                return value;
            }
        }
        return table.getOrDefault(ALL, Double.NaN);
    }

    /** Returns the forecast of a stage of which a part has passed; {@code null} where there is none, or where more has passed than was
     * forecast. */
    public Forecast forecast(Stage stage, double since) {
        return forecast(stage, stage.groups(), since);
    }

    Forecast forecast(Stage stage, List<String> groups, double since) {
        double value = value(stage, groups);
        return Double.isNaN(value)
                ? null
                : new Forecast(
                                Math.max(0, value),
                                Double.isNaN(low) ? Double.NaN : Math.max(0, value + low),
                                Double.isNaN(low) ? Double.NaN : Math.max(0, value + high),
                                workflows)
                        .after(since);
    }
}
