// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.predict;

/**
 * What needs no model: the last value, or the mean of the training.
 *
 * @param useLast whether it is the last value, where there is one
 * @param mean mean of the training
 */
public record NaivePredictor(boolean useLast, double mean) implements Predictor {
    @Override
    public String word() {
        return useLast ? "last" : "mean";
    }

    @Override
    public double predict(Sample sample) {
        return useLast && !Double.isNaN(sample.last()) ? sample.last() : mean;
    }
}
