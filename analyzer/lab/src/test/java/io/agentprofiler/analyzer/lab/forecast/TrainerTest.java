// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.lab.forecast.Predictor.LinearPredictor;
import io.agentprofiler.analyzer.lab.forecast.Samples.Sample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainerTest {
    /** Costs are small fractions of a dollar, tokens are thousands: a weighted sum fits either. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-7, 1e-4, 1, 1e4})
    void shouldFitNumbersOfAnySize(double size) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            samples.add(new Sample(0, null, 0, new double[] {i, i % 7}, Double.NaN, size * (50 + 2 * i + 3 * (i % 7))));
        }
        LinearPredictor sum = new Trainer(42).linear(samples);

        double error = samples.stream()
                .mapToDouble(sample -> Math.abs(sample.actual() - sum.predict(sample)))
                .average()
                .orElseThrow();
        assertThat(error).isLessThan(size);
    }
}
