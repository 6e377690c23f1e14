// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import io.agentprofiler.analyzer.lab.forecast.Samples.Sample;
import io.agentprofiler.shared.forecast.Forecast;
import java.util.Arrays;
import java.util.List;

/**
 * A predictor with what is known of its errors: those it made on workflows that came after those it was trained on.
 *
 * @param predictor the predictor
 * @param low what to add to a forecast for the lower end of the interval
 * @param high what to add for the upper end
 * @param error mean absolute error on these workflows
 */
public record Fitted(Predictor predictor, double low, double high, double error) {
    /** Share of values that an interval is to hold. */
    public static final double LEVEL = Forecast.LEVEL;

    /**
     * Measures a predictor on samples it was not trained on (split conformal intervals: of n errors, the ranks are those
     * that hold the next error with the probability asked for).
     */
    public static Fitted of(Predictor predictor, List<Sample> calibration) {
        double[] errors = calibration.stream()
                .mapToDouble(sample -> sample.actual() - predictor.predict(sample))
                .toArray();
        return of(predictor, errors);
    }

    /**
     * Takes the errors that were made by what was learned in the same way from other samples.
     *
     * @param measured what happened less what was forecast, one at least
     */
    public static Fitted of(Predictor predictor, double[] measured) {
        double[] errors = measured.clone();
        Arrays.sort(errors);
        int n = errors.length;
        double tail = (1 - LEVEL) / 2;
        int high = (int) Math.min(n, Math.ceil((n + 1) * (1 - tail))) - 1;
        double error = Arrays.stream(errors).map(Math::abs).average().orElse(Double.NaN);
        return new Fitted(predictor, errors[n - 1 - high], errors[high], error);
    }

    /** Returns the lower end of the interval, at least 0. */
    public double low(Sample sample) {
        return Math.max(0, predictor.predict(sample) + low);
    }

    /** Returns the upper end of the interval, at least 0. */
    public double high(Sample sample) {
        return Math.max(0, predictor.predict(sample) + high);
    }
}
