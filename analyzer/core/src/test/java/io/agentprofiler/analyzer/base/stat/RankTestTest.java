// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.base.stat.RankTest.RankTestResult;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RankTestTest {
    private static final double[] FIRST = {1, 2, 2, 3, 5, 8};

    /** The example of SciPy's documentation of mannwhitneyu: ages at which diabetes was diagnosed. */
    @Test
    void shouldAgreeWithScipysExample() {
        RankTestResult result = RankTest.of(new double[] {19, 22, 16, 29, 24}, new double[] {20, 11, 17, 12});

        assertThat(result.u()).isEqualTo(17);
        assertThat(result.p()).isCloseTo(1.0 / 9, within(1e-12));
        assertThat(result.exact()).isTrue();
    }

    /** Hollander and Wolfe (1973), page 69: permeability of membranes; the example of R's wilcox.test, two-sided here. */
    @Test
    void shouldAgreeWithHollanderAndWolfe() {
        RankTestResult result = RankTest.of(
                new double[] {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46},
                new double[] {1.15, 0.88, 0.90, 0.74, 1.21});

        assertThat(result.u()).isEqualTo(35);
        assertThat(result.p()).isCloseTo(0.2544122544122544, within(1e-12));
    }

    /** Values by SciPy 1.17, method="asymptotic". */
    @Test
    void shouldAgreeWithScipyWhereTheNormalDistributionStandsIn() {
        double[] first = IntStream.range(0, 40).mapToDouble(i -> i).toArray();
        double[] second = IntStream.range(0, 30).mapToDouble(i -> i + 5.5).toArray();
        double[] tiedFirst = IntStream.range(0, 40).mapToDouble(i -> i % 7).toArray();
        double[] tiedSecond = IntStream.range(0, 30).mapToDouble(i -> i * 3 % 9).toArray();

        assertThat(RankTest.of(first, second).u()).isEqualTo(585);
        assertThat(RankTest.of(first, second).p()).isCloseTo(0.8633720097896752, within(1e-9));
        assertThat(RankTest.of(first, second).exact()).isFalse();
        assertThat(RankTest.of(tiedFirst, tiedSecond).u()).isEqualTo(585);
        assertThat(RankTest.of(tiedFirst, tiedSecond).p()).isCloseTo(0.8608855091597174, within(1e-9));
    }

    @Test
    void shouldSayTheSameWhateverItWasAskedBefore() {
        double[][] seconds = new double[600][];
        double[] expected = new double[seconds.length];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = new Random(i).ints(8, 0, 9).asDoubleStream().toArray();
            expected[i] = RankTest.of(FIRST, seconds[i]).p();
        }

        for (int i = seconds.length - 1; i >= 0; i--) {
            assertThat(RankTest.of(FIRST, seconds[i]).p()).isEqualTo(expected[i]);
            assertThat(RankTest.of(seconds[i], FIRST).p()).isEqualTo(expected[i]);
        }
    }

    /** Two samples of failures and successes: the exact test with ties is Fisher's test of the table. */
    @Test
    void shouldBeFishersTestOfTwoShares() {
        double[] none = new double[8];
        double[] five = {1, 1, 1, 1, 1, 0, 0, 0};

        // all five failures on one side: C(8,5) / C(16,5) = 56 / 4368 for one tail
        assertThat(RankTest.of(none, five).p()).isCloseTo(2 * 56.0 / 4368, within(1e-12));
    }

    @Test
    void shouldFindNothingWhereAllIsEqual() {
        assertThat(RankTest.of(new double[] {3, 3, 3}, new double[] {3, 3, 3, 3})
                        .p())
                .isEqualTo(1);
        assertThat(RankTest.of(new double[60], new double[60]).p()).isEqualTo(1);
    }

    @Test
    void shouldKnowTheSmallestPOfASize() {
        assertThat(RankTest.smallestP(3, 3)).isEqualTo(0.1);
        assertThat(RankTest.smallestP(4, 4)).isCloseTo(2.0 / 70, within(1e-15));
        assertThat(RankTest.smallestP(0, 9)).isEqualTo(1);
        assertThat(RankTest.of(new double[] {1, 2, 3, 4}, new double[] {5, 6, 7, 8})
                        .p())
                .isCloseTo(RankTest.smallestP(4, 4), within(1e-15));
    }

    /** Every way to deal the values out, by going through them. */
    private static double byEnumeration(double[] first, double[] second) {
        double[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        double observed = wins(first, second);
        long ways = 0;
        long below = 0;
        long above = 0;
        for (int chosen = 0; chosen < 1 << all.length; chosen++) {
            if (Integer.bitCount(chosen) == first.length) {
                int mask = chosen;
                double[] left = IntStream.range(0, all.length)
                        .filter(i -> (mask >> i & 1) == 1)
                        .mapToDouble(i -> all[i])
                        .toArray();
                double[] right = IntStream.range(0, all.length)
                        .filter(i -> (mask >> i & 1) == 0)
                        .mapToDouble(i -> all[i])
                        .toArray();
                double u = wins(left, right);
                ways++;
                below += u <= observed ? 1 : 0;
                above += u >= observed ? 1 : 0;
            }
        }
        return Math.min(1, 2.0 * Math.min(below, above) / ways);
    }

    private static double wins(double[] first, double[] second) {
        double wins = 0;
        for (double left : first) {
            for (double right : second) {
                wins += left > right ? 1 : left == right ? 0.5 : 0;
            }
        }
        return wins;
    }

    @Property(tries = 100)
    void shouldBeExactWithTies(@ForAll long seed) {
        Random random = new Random(seed);
        double[] first =
                random.ints(1 + random.nextInt(6), 0, 5).asDoubleStream().toArray();
        double[] second =
                random.ints(1 + random.nextInt(6), 0, 5).asDoubleStream().toArray();

        RankTestResult result = RankTest.of(first, second);

        assertThat(result.u()).isEqualTo(wins(first, second));
        assertThat(result.p()).isCloseTo(byEnumeration(first, second), within(1e-12));
    }

    @Property(tries = 100)
    void shouldNotCareWhichSampleComesFirst(@ForAll long seed) {
        Random random = new Random(seed);
        double[] first =
                random.ints(1 + random.nextInt(60), 0, 30).asDoubleStream().toArray();
        double[] second =
                random.ints(1 + random.nextInt(60), 0, 30).asDoubleStream().toArray();

        assertThat(RankTest.of(first, second).p())
                .isCloseTo(RankTest.of(second, first).p(), within(1e-12));
    }
}
