// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class QuantileTest {
    private static final double[] FOUR = {10, 20, 30, 40};

    /** The values are those of R's {@code quantile(c(10, 20, 30, 40), type = 7)} and NumPy's {@code quantile}. */
    @Test
    void shouldInterpolateLinearly() {
        assertThat(Quantile.of(FOUR, 0)).isEqualTo(10);
        assertThat(Quantile.of(FOUR, 0.25)).isEqualTo(17.5);
        assertThat(Quantile.of(FOUR, 0.5)).isEqualTo(25);
        assertThat(Quantile.of(FOUR, 0.75)).isEqualTo(32.5);
        assertThat(Quantile.of(FOUR, 1)).isEqualTo(40);
        assertThat(Quantile.percentile(FOUR, 4, 90)).isEqualTo(37);
    }

    @Test
    void shouldLookAtTheFirstValuesOnly() {
        assertThat(Quantile.of(FOUR, 2, 0.5)).isEqualTo(15);
        assertThat(Quantile.percentile(FOUR, 1, 99)).isEqualTo(10);
        assertThat(Quantile.percentile(rank -> rank * 2.0, 1001, 50)).isEqualTo(1000);
    }

    @Property(tries = 300)
    void shouldLieBetweenTheValuesNextToItsRankAndGrowWithTheShare(
            @ForAll @Size(min = 1, max = 40) double[] values,
            @ForAll @DoubleRange(max = 1) double one,
            @ForAll @DoubleRange(max = 1) double other) {
        double[] sorted =
                Arrays.stream(values).map(value -> value % 1e6).sorted().toArray();
        int last = sorted.length - 1;
        double low = Math.min(one, other);
        double high = Math.max(one, other);

        assertThat(Quantile.of(sorted, low)).isLessThanOrEqualTo(Quantile.of(sorted, high) + 1e-9);
        assertThat(Quantile.of(sorted, high))
                .isBetween(sorted[(int) (last * high)] - 1e-9, sorted[(int) Math.ceil(last * high)] + 1e-9);
        assertThat(Quantile.of(sorted, 0)).isEqualTo(sorted[0]);
        assertThat(Quantile.of(sorted, 1)).isEqualTo(sorted[last]);
    }
}
