// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MedianTest {
    @Test
    void shouldBeTheValueInTheMiddleOrTheMeanOfTheTwoThere() {
        assertThat(Median.of(7)).isEqualTo(7);
        assertThat(Median.of(9, 1, 5)).isEqualTo(5);
        assertThat(Median.of(9, 1, 5, 2)).isEqualTo(3.5);
    }

    @Test
    void shouldLeaveItsArgumentAlone() {
        double[] values = {3, 1, 2};
        Median.of(values);
        assertThat(values).containsExactly(3, 1, 2);
    }

    @Property(tries = 300)
    void shouldHaveAsManyValuesBelowAsAboveAndBeTheQuantileOfOneHalf(@ForAll @Size(min = 1, max = 40) double[] values) {
        double[] sorted =
                Arrays.stream(values).map(value -> value % 1e6).sorted().toArray();
        double median = Median.ofSorted(sorted);

        assertThat(Arrays.stream(sorted).filter(value -> value < median).count())
                .isLessThanOrEqualTo(sorted.length / 2);
        assertThat(Arrays.stream(sorted).filter(value -> value > median).count())
                .isLessThanOrEqualTo(sorted.length / 2);
        assertThat(median).isCloseTo(Quantile.of(sorted, 0.5), within(1e-9));
    }
}
