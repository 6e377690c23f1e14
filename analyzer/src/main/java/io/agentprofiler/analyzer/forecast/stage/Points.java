// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.forecast.stage;

import io.agentprofiler.analyzer.forecast.predict.LinearPredictor;
import io.agentprofiler.analyzer.forecast.predict.Sample;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A forecast that is one number for a stage, with the errors it made on workflows it was not learned from.
 *
 * @param kind which one
 * @param table a number for each group of stages; for {@link Kind#LINEAR} empty
 * @param linear the weighted sum of {@link Stage#numbers}; {@code null} for the others
 * @param low what to add for the lower end of the 90 % interval, {@link Double#NaN} if there are too few errors
 * @param high what to add for the upper end
 * @param workflows from how many workflows
 */
public record Points(
        Kind kind, SortedMap<String, Double> table, LinearPredictor linear, double low, double high, int workflows) {
    /** The kinds of such forecasts. */
    public enum Kind {
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
    }

    /** Stands for all stages. */
    static final String ALL = "";

    /** Returns the same after a workflow is over, which is the last one from then on. */
    Points after(StagedWorkflow workflow, StageTarget target) {
        if (kind != Kind.LAST) {
            return this;
        }
        SortedMap<String, Double> later = new TreeMap<>(table);
        remember(later, workflow, target);
        return new Points(kind, later, linear, low, high, workflows);
    }

    /** Puts what a workflow had at each stage in place of what was there. */
    static void remember(SortedMap<String, Double> table, StagedWorkflow workflow, StageTarget target) {
        for (StagedWorkflow.Moment moment : workflow.moments()) {
            double value = moment.value(target);
            if (!Double.isNaN(value)) {
                table.put(moment.stage().groups().get(1), value);
                table.put(ALL, value);
            }
        }
    }

    /** Returns the forecast of a stage, {@link Double#NaN} where there is none. */
    double value(Stage stage) {
        if (linear != null) {
            return linear.predict(new Sample(0, null, 0, stage.numbers(), Double.NaN, Double.NaN));
        }
        for (String group : stage.groups()) {
            Double value = table.get(group);
            if (value != null) {
                return value;
            }
        }
        return table.getOrDefault(ALL, Double.NaN);
    }

    /** Returns the forecast of a stage of which a part has passed; {@code null} where there is none. */
    Forecast forecast(Stage stage, double since) {
        double value = value(stage);
        return Double.isNaN(value)
                ? null
                : new Forecast(
                        Math.max(0, value - since),
                        Double.isNaN(low) ? Double.NaN : Math.max(0, value + low - since),
                        Double.isNaN(low) ? Double.NaN : Math.max(0, value + high - since),
                        workflows);
    }
}
