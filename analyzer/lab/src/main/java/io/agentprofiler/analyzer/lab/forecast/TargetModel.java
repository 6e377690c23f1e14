// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import io.agentprofiler.analyzer.lab.forecast.predict.Fitted;
import java.util.Comparator;
import java.util.List;

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
        return fitted.stream().min(Comparator.comparingDouble(Fitted::error)).orElseThrow();
    }
}
