// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.prefix.PrefillSlope.PrefillSample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PrefillSlopeTest {
    private static List<PrefillSample> line(int calls, long step) {
        List<PrefillSample> samples = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            samples.add(new PrefillSample(i * step, 200_000_000 + i * step * 50_000));
        }
        return samples;
    }

    @Test
    void shouldFindTheSlopeOfALine() {
        assertThat(PrefillSlope.of(line(20, 100))).hasValue(new PrefillSlope(50_000, 50_000, 50_000, 20));
    }

    @Test
    void shouldSayNothingOfFewCalls() {
        assertThat(PrefillSlope.of(line(19, 100))).isEmpty();
    }

    @Test
    void shouldSayNothingWithoutASpread() {
        // between the third and the third last call lie 15 steps
        assertThat(PrefillSlope.of(line(20, 33))).isEmpty();
        assertThat(PrefillSlope.of(line(20, 34))).isPresent();
        assertThat(PrefillSlope.of(Collections.nCopies(50, new PrefillSample(1000, 5))))
                .isEmpty();
    }

    @Test
    void shouldSayNothingWhereTimeDoesNotGrow() {
        List<PrefillSample> flat = new ArrayList<>();
        List<PrefillSample> falling = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            flat.add(new PrefillSample(i * 100, 300_000_000 + i % 2 * 1_000_000));
            falling.add(new PrefillSample(i * 100, 300_000_000 - i * 1_000_000));
        }
        assertThat(PrefillSlope.of(flat)).isEmpty();
        assertThat(PrefillSlope.of(falling)).isEmpty();
    }

    @Test
    void shouldNotBeMovedByWildValues() {
        List<PrefillSample> samples = line(40, 100);
        for (int i = 0; i < 6; i++) {
            samples.set(i * 6, new PrefillSample(i * 600, 30_000_000_000L));
        }

        PrefillSlope slope = PrefillSlope.of(samples).orElseThrow();

        assertThat(slope.nanosPerToken()).isEqualTo(50_000);
        assertThat(slope.low()).isLessThanOrEqualTo(50_000);
        assertThat(slope.high()).isGreaterThanOrEqualTo(50_000);
    }

    /** Sen's interval: the slopes of ranks 65 and 124 of 190, counted from 0. */
    @Test
    void shouldTakeTheRanksOfSensInterval() {
        List<PrefillSample> samples = new ArrayList<>();
        List<Double> slopes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            samples.add(new PrefillSample(i * 100, i * 5_000_000L + (i * 7919 % 20) * 400_000L));
        }
        for (int i = 0; i < 20; i++) {
            for (int j = i + 1; j < 20; j++) {
                slopes.add((double) (samples.get(j).firstChunkNanos()
                                - samples.get(i).firstChunkNanos())
                        / ((j - i) * 100));
            }
        }
        Collections.sort(slopes);
        // without ties the variance is 20 * 19 * 45 / 18 = 950: (190 -+ 1.96 * 30.82) / 2 = 64.8 and 125.2
        PrefillSlope slope = PrefillSlope.of(samples).orElseThrow();

        assertThat(slope.nanosPerToken()).isEqualTo((slopes.get(94) + slopes.get(95)) / 2);
        assertThat(slope.low()).isEqualTo(slopes.get(65));
        assertThat(slope.high()).isEqualTo(slopes.get(124));
    }

    @Property(tries = 30)
    void shouldNotDependOnOrderAndBoundItsWork(@ForAll long seed) {
        Random random = new Random(seed);
        List<PrefillSample> samples = new ArrayList<>();
        for (int i = 0; i < 20 + random.nextInt(3000); i++) {
            long tokens = random.nextInt(20_000);
            samples.add(new PrefillSample(tokens, 100_000_000 + tokens * 30_000 + random.nextInt(20_000_000)));
        }
        PrefillSlope slope = PrefillSlope.of(samples).orElseThrow();
        Collections.shuffle(samples, random);

        assertThat(PrefillSlope.of(samples)).hasValue(slope);
        assertThat(slope.calls()).isEqualTo(samples.size());
        assertThat(slope.nanosPerToken()).isBetween(slope.low(), slope.high());
        assertThat(slope.nanosPerToken()).isCloseTo(30_000, within(1_500.0));
    }
}
