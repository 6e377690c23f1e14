// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.agentprofiler.analyzer.base.stat.ConfidenceInterval.Interval;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ConfidenceIntervalTest {
    @Test
    void shouldTakeStudentsQuantiles() {
        // t(0.975, 2) = 4.302652729911275
        Interval interval = ConfidenceInterval.mean(10, 3, 3, 0.95);

        assertThat(interval.low()).isCloseTo(10 - 4.302652729911275, within(1e-9));
        assertThat(interval.high()).isCloseTo(10 + 4.302652729911275, within(1e-9));
    }

    @Test
    void shouldNotGoBelowZero() {
        assertThat(ConfidenceInterval.mean(1, 100, 2, 0.99).low()).isZero();
        assertThat(ConfidenceInterval.mean(5, 0, 7, 0.99)).isEqualTo(new Interval(5, 5));
        assertThatThrownBy(() -> ConfidenceInterval.mean(5, 0, 1, 0.9)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldTakeGarwoodsIntervalOfARate() {
        // chi2(0.025, 6) / 2 = 0.618672..., chi2(0.975, 8) / 2 = 8.767273...
        Interval interval = ConfidenceInterval.rate(3, 2, 0.95);

        assertThat(interval.low()).isCloseTo(0.6186721225 / 2, within(1e-8));
        assertThat(interval.high()).isCloseTo(8.7672730697 / 2, within(1e-8));
        assertThat(ConfidenceInterval.rate(0, 1, 0.95).low()).isZero();
    }

    @Test
    void shouldFindTheRanksThatResamplingFinds() {
        int n = 40;
        int resamples = 20_000;
        Random random = new Random(7);
        double[] medians = new double[resamples];
        for (int i = 0; i < resamples; i++) {
            int[] drawn = random.ints(n, 0, n).sorted().toArray();
            medians[i] = drawn[(int) Math.round((n - 1) * 0.9)];
        }
        Arrays.sort(medians);

        assertThat(ConfidenceInterval.percentileRanks(n, 90, 0.9))
                .containsExactly((long) medians[1000], (long) medians[18_999]);
    }

    @Property(tries = 100)
    void shouldHoldThePercentileItself(@ForAll long seed) {
        Random random = new Random(seed);
        Distribution values = new Distribution();
        int n = 100 + random.nextInt(400);
        for (int i = 0; i < n; i++) {
            values.add(random.nextInt(1000));
        }
        for (double percent : new double[] {50, 90, 95, 99}) {
            Interval narrow = values.percentileInterval(percent, 0.9);
            Interval wide = values.percentileInterval(percent, 0.99);
            assertThat(wide.low()).isLessThanOrEqualTo(narrow.low());
            assertThat(wide.high()).isGreaterThanOrEqualTo(narrow.high());
            assertThat(values.percentile(percent)).isBetween(wide.low(), wide.high());
        }
    }

    @Property(tries = 100)
    void shouldComputeTheVarianceExactly(@ForAll long seed) {
        Random random = new Random(seed);
        Distribution left = new Distribution();
        Distribution right = new Distribution();
        Samples samples = new Samples();
        for (int i = 0; i < 50; i++) {
            long value = 1_000_000_000_000L + random.nextInt(1000);
            (i % 2 == 0 ? left : right).add(value);
            samples.add(value);
        }
        left.add(right);

        assertThat(left.variance()).isCloseTo(samples.variance(), withinPercentage(1e-3));
    }

    @Test
    void shouldGiveNoIntervalWhereNIsTooSmall() {
        Distribution values = new Distribution();
        assertThat(values.meanInterval(0.95)).isNull();
        values.add(5);
        assertThat(values.meanInterval(0.95)).isNull();
        assertThat(values.percentileInterval(50, 0.95)).isNull();
        values.add(7);
        assertThat(values.meanInterval(0.95)).isNotNull();
        assertThat(values.percentileInterval(95, 0.95)).isNull();
        assertThat(values.percentileInterval(50, 0.95)).isEqualTo(new Interval(5, 7));
    }
}
