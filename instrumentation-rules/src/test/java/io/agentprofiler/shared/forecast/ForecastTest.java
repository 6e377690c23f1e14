// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

/** What is left of a forecast while time passes. */
class ForecastTest {
    private static final Forecast TOLD = new Forecast(10, 2, 14, 39);

    @Test
    void shouldTakeOffWhatHasPassed() {
        assertThat(TOLD.after(0)).isEqualTo(TOLD);
        assertThat(TOLD.after(-1)).isEqualTo(TOLD);
        assertThat(TOLD.after(1.5)).isEqualTo(new Forecast(8.5, 0.5, 12.5, 39));
        assertThat(TOLD.after(9)).isEqualTo(new Forecast(1, 0, 5, 39));
        assertThat(new Forecast(10, Double.NaN, Double.NaN, 7).after(4))
                .isEqualTo(new Forecast(6, Double.NaN, Double.NaN, 7));
    }

    @Test
    void shouldTellNothingOfWhatWasToBeOver() {
        assertThat(TOLD.after(10)).isNull();
        assertThat(TOLD.after(1000)).isNull();
        assertThat(new Forecast(10, 2, 8, 39).after(8)).isNull();
        Points points = new Points(Points.PointKind.MEAN, new TreeMap<>(Map.of(Points.ALL, 10.0)), null, -8, 4, 39);
        Stage stage = new Stage("plan", 1, 1, "llm m", 1, -1, -1);
        assertThat(points.forecast(stage, 1.5)).isEqualTo(new Forecast(8.5, 0.5, 12.5, 39));
        assertThat(points.forecast(stage, 10)).isNull();
    }

    @Property
    void shouldStayInOrder(
            @ForAll @DoubleRange(max = 100) double low,
            @ForAll @DoubleRange(max = 100) double more,
            @ForAll @DoubleRange(max = 100) double most,
            @ForAll @DoubleRange(max = 400) double passed) {
        Forecast left = new Forecast(low + more, low, low + more + most, 39).after(passed);
        if (left != null) {
            assertThat(left.low()).isBetween(0.0, left.value());
            assertThat(left.value()).isLessThanOrEqualTo(left.high());
        } else {
            assertThat(passed).isGreaterThanOrEqualTo(low + more);
        }
    }
}
