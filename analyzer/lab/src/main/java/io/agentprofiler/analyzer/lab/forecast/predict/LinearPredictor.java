// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.predict;

import io.agentprofiler.shared.forecast.WeightedSum;
import java.util.List;

/**
 * A weighted sum.
 *
 * @param intercept what all features at 0 give
 * @param weights a weight for each feature
 */
public record LinearPredictor(double intercept, List<Double> weights) implements Predictor {
    /** The word used in files. */
    public static final String WORD = "linear";

    /** Copies the list. */
    public LinearPredictor {
        weights = List.copyOf(weights);
    }

    @Override
    public String word() {
        return WORD;
    }

    @Override
    public double predict(Sample sample) {
        return sum().of(sample.features());
    }

    /** Returns the sum by itself. */
    public WeightedSum sum() {
        return new WeightedSum(intercept, weights);
    }
}
