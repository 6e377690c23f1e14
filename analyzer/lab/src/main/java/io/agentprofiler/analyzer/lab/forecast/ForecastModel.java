// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import io.agentprofiler.analyzer.lab.forecast.predict.Features;
import io.agentprofiler.shared.forecast.StageModel;
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
}
