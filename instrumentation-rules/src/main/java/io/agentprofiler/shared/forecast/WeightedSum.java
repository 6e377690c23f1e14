// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

import java.util.List;

/**
 * A weighted sum of numbers, at least 0.
 *
 * @param intercept what all numbers at 0 give
 * @param weights a weight for each number
 */
public record WeightedSum(double intercept, List<Double> weights) {
    /** Copies the list. */
    public WeightedSum {
        weights = List.copyOf(weights);
    }

    /**
     * Adds up.
     *
     * @param numbers as many as there are weights
     */
    public double of(double[] numbers) {
        double sum = intercept;
        for (int i = 0; i < weights.size(); i++) {
            sum += weights.get(i) * numbers[i];
        }
        return Math.max(0, sum);
    }
}
