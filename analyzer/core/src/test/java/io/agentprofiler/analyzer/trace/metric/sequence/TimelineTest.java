// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.trace.metric.sequence.Timeline.CallStretch;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TimelineTest {
    /** a: 0-4, b: 2-6, c: 6-8, d: 6-6. */
    private static final double[] STARTS = {0, 2, 6, 6};

    private static final double[] ENDS = {4, 6, 8, 6};

    @Test
    void shouldTellHowLongHowManyRan() {
        Timeline timeline = Timeline.of(STARTS, ENDS);

        assertThat(timeline.byCalls()).isEqualTo(Map.of(1, 6.0, 2, 2.0));
        assertThat(timeline.stretches()).isEqualTo(4);
        assertThat(timeline.stretch(1)).isEqualTo(new CallStretch(2, 4, 2));
        assertThat(timeline.at(0)).isEqualTo(1);
        assertThat(timeline.at(3.9)).isEqualTo(2);
        assertThat(timeline.at(4)).isEqualTo(1);
        assertThat(timeline.at(8)).isZero();
        assertThat(timeline.at(-1)).isZero();
        assertThat(Timeline.percentile(timeline.byCalls(), 75)).isEqualTo(1);
        assertThat(Timeline.percentile(timeline.byCalls(), 76)).isEqualTo(2);
    }

    @Test
    void shouldJoinNeighbouringStretches() {
        Timeline timeline = Timeline.of(STARTS, ENDS);

        assertThat(timeline.atLeast(1)).containsExactly(new CallStretch(0, 8, 2));
        assertThat(timeline.atLeast(2)).containsExactly(new CallStretch(2, 4, 2));
        assertThat(timeline.atLeast(3)).isEmpty();
    }

    @Test
    void shouldNotCountCallsThatFollowEachOtherAsOverlapping() {
        assertThat(Timeline.peak(new double[] {1, 2}, new double[] {2, 3})).isEqualTo(1);
        assertThat(Timeline.peak(new double[] {1, 1}, new double[] {1, 1})).isEqualTo(1);
        assertThat(Timeline.peak(STARTS, ENDS)).isEqualTo(2);
        assertThat(Timeline.peak(new double[0], new double[0])).isZero();
    }

    @Test
    void shouldBeEmptyWithoutCalls() {
        Timeline timeline = Timeline.of(new double[0], new double[0]);

        assertThat(timeline.stretches()).isZero();
        assertThat(Timeline.percentile(timeline.byCalls(), 50)).isZero();
        assertThat(timeline.at(0)).isZero();
    }

    @Property(tries = 300)
    void shouldAgreeWithCountingAtEveryMoment(@ForAll long seed) {
        Random random = new Random(seed);
        int n = 1 + random.nextInt(30);
        double[] starts = new double[n];
        double[] ends = new double[n];
        for (int i = 0; i < n; i++) {
            starts[i] = random.nextInt(40);
            ends[i] = starts[i] + random.nextInt(10);
        }
        Map<Integer, Double> expected = new TreeMap<>();
        int most = 0;
        double first = Arrays.stream(starts).min().orElse(0);
        double last = Arrays.stream(ends).max().orElse(0);
        Timeline timeline = Timeline.of(starts, ends);
        for (double moment = first; moment < last; moment++) {
            int running = 0;
            for (int i = 0; i < n; i++) {
                running += starts[i] <= moment && moment < ends[i] ? 1 : 0;
            }
            most = Math.max(most, running);
            expected.merge(running, 1.0, Double::sum);
            assertThat(timeline.at(moment)).isEqualTo(running);
        }

        assertThat(timeline.byCalls()).isEqualTo(expected);
        assertThat(timeline.atLeast(1).stream().mapToDouble(CallStretch::length).sum())
                .isEqualTo(expected.entrySet().stream()
                        .filter(entry -> entry.getKey() > 0)
                        .mapToDouble(Map.Entry::getValue)
                        .sum());
        assertThat(Timeline.peak(starts, ends)).isBetween(Math.max(1, most), most + 1);
        assertThat(List.of(timeline.atLeast(most + 1))).containsExactly(List.of());
    }
}
