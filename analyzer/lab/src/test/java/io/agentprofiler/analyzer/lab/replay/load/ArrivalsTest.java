// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final List<Long> RECORDED = List.of(100L, 300L, 1_100L);

    private static List<Long> first(int count, Load load, long seed) {
        Arrivals arrivals = Arrivals.of(load, RECORDED, seed);
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            times.add(arrivals.next());
        }
        return times;
    }

    @Test
    void shouldComeEvenly() {
        assertThat(first(4, Load.open(4, Arrivals.Kind.EVEN), 1))
                .containsExactly(0L, SECOND / 4, SECOND / 2, 3 * SECOND / 4);
    }

    @Test
    void shouldComeAsRecordedAndThenAgain() {
        // gaps of 200 and 800, then their mean before the first comes again
        assertThat(first(5, Load.open(Double.NaN, Arrivals.Kind.RECORDED), 1))
                .containsExactly(0L, 200L, 1_000L, 1_500L, 1_700L);
    }

    @Test
    void shouldScaleRecordedGapsToTheRate() {
        // 2 in a second: a mean gap of 500 ms in place of 500 ns
        assertThat(first(4, Load.open(2, Arrivals.Kind.RECORDED), 1))
                .containsExactly(0L, 200_000_000L, SECOND, 3 * SECOND / 2);
    }

    @Test
    void shouldComeAtRandomWithTheMeanAndTheSpreadOfPoisson() {
        int count = 20_000;
        for (long seed = 1; seed <= 5; seed++) {
            List<Long> times = first(count, Load.open(50, Arrivals.Kind.POISSON), seed);
            double squares = 0;
            long before = 0;
            for (long time : times) {
                assertThat(time).isGreaterThanOrEqualTo(before);
                squares += Math.pow((time - before) / (double) SECOND, 2);
                before = time;
            }
            double mean = before / (double) SECOND / count;
            // standard error of the mean is 0.7 % of it; of an exponential distribution, variance is the square of the
            // mean
            assertThat(mean).isCloseTo(0.02, within(0.02 * 0.035));
            assertThat(squares / count - mean * mean).isCloseTo(mean * mean, within(0.1 * mean * mean));
        }
    }

    @Test
    void shouldComeTheSameForTheSameSeedOnly() {
        Load load = Load.open(5, Arrivals.Kind.POISSON);
        assertThat(first(50, load, 7)).isEqualTo(first(50, load, 7)).isNotEqualTo(first(50, load, 8));
    }

    @Test
    void shouldNotDivideByARecordingOfOneMoment() {
        Arrivals arrivals = Arrivals.of(Load.open(10, Arrivals.Kind.RECORDED), List.of(5L, 5L), 1);
        assertThat(List.of(arrivals.next(), arrivals.next(), arrivals.next()))
                .containsExactly(0L, SECOND / 10, SECOND / 5);
    }
}
