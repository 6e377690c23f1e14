// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TheilSenTest {
    /** Slopes of the pairs: 1, 2, 7/3, 3, 3, 3; of the two in the middle, 7/3 and 3, the mean. */
    @Test
    void shouldBeTheMedianOfAllSlopes() {
        assertThat(TheilSen.ofSeries(0, 1, 4, 7).slope()).isCloseTo((7 / 3.0 + 3) / 2, within(1e-15));
        assertThat(TheilSen.of(new double[] {3, 0, 2, 1}, new double[] {7, 0, 4, 1})
                        .slope())
                .isEqualTo(TheilSen.ofSeries(0, 1, 4, 7).slope());
    }

    /** The points of Sen's own example, of 1968. */
    @Test
    void shouldGiveTheEstimateOfSensExample() {
        double[] t = {1, 2, 3, 4, 10, 12, 18};
        double[] y = {9, 15, 19, 20, 45, 55, 78};
        TheilSen fit = TheilSen.of(t, y);

        assertThat(fit.slope()).isEqualTo(4);
        assertThat(fit.interval(0.035)).hasValueSatisfying(interval -> {
            assertThat(interval.low()).isLessThan(4).isGreaterThan(3);
            assertThat(interval.high()).isGreaterThan(4).isLessThan(6);
        });
    }

    @Test
    void shouldSayNothingWhereNoTwoPlacesDiffer() {
        assertThat(TheilSen.of(new double[] {5, 5}, new double[] {1, 2}).slope())
                .isNaN();
        assertThat(TheilSen.ofSeries().slope()).isNaN();
        assertThat(TheilSen.ofSeries(1).interval(0.025)).isEmpty();
        assertThatThrownBy(() -> TheilSen.of(new double[1], new double[2]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("1 places, 2 values");
    }

    @Property(tries = 200)
    void shouldFindALineWhateverAQuarterOfItsPointsIs(
            @ForAll @IntRange(min = -50, max = 50) int slope,
            @ForAll @IntRange(min = 8, max = 40) int points,
            @ForAll long seed) {
        Random random = new Random(seed);
        double[] y = new double[points];
        Arrays.setAll(y, i -> 100 + slope * i);
        for (int wild = 0; wild < points / 5; wild++) {
            y[random.nextInt(points)] = random.nextInt(1_000_000);
        }

        assertThat(TheilSen.ofSeries(y).slope()).isEqualTo(slope);
    }

    @Property(tries = 200)
    void shouldTurnAroundWithItsValues(@ForAll @IntRange(min = 2, max = 30) int points, @ForAll long seed) {
        double[] y = new Random(seed).ints(points, -1000, 1000).asDoubleStream().toArray();
        double[] turned = Arrays.stream(y).map(value -> -value).toArray();

        assertThat(TheilSen.ofSeries(turned).slope() + 0.0)
                .isEqualTo(-TheilSen.ofSeries(y).slope() + 0.0);
    }
}
