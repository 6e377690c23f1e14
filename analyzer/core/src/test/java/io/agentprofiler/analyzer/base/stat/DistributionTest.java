// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class DistributionTest {
    private static Distribution of(long... values) {
        Distribution distribution = new Distribution();
        for (long value : values) {
            distribution.add(value);
        }
        return distribution;
    }

    private static Distribution upTo(int n) {
        Distribution distribution = new Distribution();
        for (int i = n; i >= 1; i--) {
            distribution.add(i * 1000L);
        }
        return distribution;
    }

    @Test
    void shouldInterpolateBetweenTheValuesNextToTheRank() {
        Distribution distribution = of(40, 10, 30, 20);

        assertThat(distribution.percentile(0)).isEqualTo(10);
        assertThat(distribution.percentile(50)).isEqualTo(25);
        assertThat(distribution.percentile(90)).isEqualTo(37);
        assertThat(distribution.percentile(95)).isCloseTo(38.5, within(1e-9));
        assertThat(distribution.percentile(100)).isEqualTo(40);
        assertThat(distribution.mean()).isEqualTo(25);
        assertThat(distribution.sum()).isEqualTo(100);
        assertThat(distribution.min()).isEqualTo(10);
        assertThat(distribution.max()).isEqualTo(40);
        assertThat(distribution.count()).isEqualTo(4);
    }

    @Test
    void shouldHaveZerosWithoutValuesAndOneValueEverywhereWithOne() {
        assertThat(of().percentile(99)).isZero();
        assertThat(of().min()).isZero();
        assertThat(of().mean()).isZero();
        assertThat(of(7).percentile(50)).isEqualTo(7);
        assertThat(of(7).percentile(99)).isEqualTo(7);
    }

    @Test
    void shouldTakeNegativeValuesAsZeroAndLeaveUnknownOnesOut() {
        Distribution distribution = of(-5);
        distribution.addIfKnown(-1);
        distribution.addIfKnown(3);

        assertThat(distribution.count()).isEqualTo(2);
        assertThat(distribution.min()).isZero();
        assertThat(distribution.max()).isEqualTo(3);
    }

    @Test
    void shouldSayWhichPercentilesItsValuesSupport() {
        assertThat(upTo(0).supports(50)).isFalse();
        assertThat(upTo(1).supports(50)).isTrue();
        assertThat(upTo(19).supports(95)).isFalse();
        assertThat(upTo(20).supports(95)).isTrue();
        assertThat(upTo(99).supports(99)).isFalse();
        assertThat(upTo(100).supports(99)).isTrue();
    }

    @Test
    void shouldBeExactUpToItsLimitAndCloseBeyond() {
        Distribution exact = upTo(Distribution.EXACT);
        Distribution rough = upTo(10 * Distribution.EXACT);

        assertThat(exact.isExact()).isTrue();
        assertThat(exact.percentile(50)).isEqualTo(5_000_500);
        assertThat(rough.isExact()).isFalse();
        assertThat(rough.count()).isEqualTo(100_000);
        assertThat(rough.min()).isEqualTo(1000);
        assertThat(rough.max()).isEqualTo(100_000_000);
        assertThat(rough.sum()).isEqualTo(1000L * 100_000 * 100_001 / 2);
        for (double percent : new double[] {1, 50, 90, 95, 99, 99.9}) {
            assertThat(rough.percentile(percent)).isCloseTo(percent * 1e6, within(percent * 1e6 * 0.0015));
        }
        assertThat(rough.percentile(0)).isEqualTo(1000);
        assertThat(rough.percentile(100)).isEqualTo(100_000_000);
    }

    @Test
    void shouldTellOfTheLastValuesWhateverWasAskedBefore() {
        Distribution asked = upTo(Distribution.EXACT + 1);
        Distribution unasked = upTo(Distribution.EXACT + 1);
        for (int i = 1; i <= 3 * Distribution.EXACT; i++) {
            asked.add(20_000_000);
            unasked.add(20_000_000);
            if (i % 31 == 0) {
                assertThat(asked.percentile(100)).isEqualTo(20_000_000);
            }
        }
        Distribution merged = upTo(1);
        merged.add(unasked);

        assertThat(asked.percentile(20)).isEqualTo(unasked.percentile(20)).isCloseTo(8_000_000, within(12_000.0));
        assertThat(asked.percentile(50)).isEqualTo(unasked.percentile(50)).isCloseTo(20_000_000, within(20_000.0));
        assertThat(merged.percentile(50)).isEqualTo(unasked.percentile(50));
        assertThat(merged.count()).isEqualTo(4 * Distribution.EXACT + 2);
    }

    @Test
    void shouldNotOverflow() {
        Distribution distribution = of(Long.MAX_VALUE, Long.MAX_VALUE, 1);

        assertThat(distribution.sum()).isEqualTo(Long.MAX_VALUE);
        assertThat(distribution.percentile(100)).isEqualTo(Long.MAX_VALUE);
    }

    @Property(tries = 200)
    void shouldNotDependOnHowValuesAreSplitAndMerged(
            @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 1000) Integer> parts, @ForAll long seed) {
        // some parts are whole blocks, so that their sum crosses the limit in some tries
        List<Distribution> pieces = new ArrayList<>();
        Distribution whole = new Distribution();
        for (int part : parts) {
            Distribution piece = new Distribution();
            for (int i = 0; i < part; i++) {
                long value = (long) i * part;
                piece.add(value);
                whole.add(value);
            }
            pieces.add(piece);
        }
        Collections.shuffle(pieces, new Random(seed));
        while (pieces.size() > 1) {
            Distribution right = pieces.remove(new Random(seed + pieces.size()).nextInt(pieces.size()));
            pieces.get(0).add(right);
        }
        Distribution merged = pieces.isEmpty() ? new Distribution() : pieces.get(0);

        assertThat(merged.count()).isEqualTo(whole.count());
        assertThat(merged.sum()).isEqualTo(whole.sum());
        assertThat(merged.isExact()).isEqualTo(whole.isExact());
        for (double percent : new double[] {0, 1, 50, 90, 95, 99, 100}) {
            assertThat(merged.percentile(percent)).isEqualTo(whole.percentile(percent));
        }
    }
}
