// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.forecast;

import io.agentprofiler.analyzer.forecast.predict.Features;
import java.util.List;

/**
 * A trained model; can be saved and loaded.
 *
 * @param seed what it was trained with
 * @param workflows workflows of the training
 * @param features what it looks at
 * @param targets what it tells; a target without enough samples is missing
 */
public record ForecastModel(long seed, int workflows, Features features, List<TargetModel> targets) {
    /** Copies the list. */
    public ForecastModel {
        targets = List.copyOf(targets);
    }
}
