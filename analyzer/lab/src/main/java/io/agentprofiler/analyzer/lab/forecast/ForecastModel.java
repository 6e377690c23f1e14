// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import io.agentprofiler.shared.forecast.StageModel;
import java.util.Comparator;
import java.util.List;

/**
 * A trained model; can be saved and loaded.
 *
 * @param seed what it was trained with
 * @param workflows workflows of the training
 * @param features what it looks at
 * @param targets what it tells; a target without enough samples is missing
 * @param stages what it tells of workflows that go on; {@code null} if it was trained on too few
 */
public record ForecastModel(long seed, int workflows, Features features, List<TargetModel> targets, StageModel stages) {
    /** Copies the list. */
    public ForecastModel {
        targets = List.copyOf(targets);
    }

    /** Makes a model that tells nothing of workflows that go on. */
    public ForecastModel(long seed, int workflows, Features features, List<TargetModel> targets) {
        this(seed, workflows, features, targets, null);
    }

    /** Returns the model with what it tells of workflows that go on. */
    ForecastModel with(StageModel more) {
        return new ForecastModel(seed, workflows, features, targets, more);
    }

    /**
     * The predictors of one target.
     *
     * @param target what they tell
     * @param samples samples they were trained on
     * @param leftOut earlier samples that were more than are used
     * @param fitted linear, forest, last and mean
     */
    public record TargetModel(Target target, int samples, int leftOut, List<Fitted> fitted) {
        /** Copies the list. */
        public TargetModel {
            fitted = List.copyOf(fitted);
        }

        /** Returns the predictor with the smallest error on the later part of the training: the one to use. */
        public Fitted best() {
            return fitted.stream()
                    .min(Comparator.comparingDouble(Fitted::error))
                    .orElseThrow();
        }
    }
}
