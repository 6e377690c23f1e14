// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The rank test of Mann and Whitney: whether values of one sample tend to be larger than those of the other.
 *
 * <p>Equal values share the mean of their ranks. Up to {@value #EXACT} values the p-value is exact, ties included: the
 * share of all ways to deal the ranks to the samples (each equally likely when there is no difference) whose rank sum is
 * as extreme, counted by dynamic programming. Beyond that it comes from the normal distribution with the variance
 * corrected for ties and a continuity correction of a half (Hollander, Wolfe, Chicken: Nonparametric Statistical Methods,
 * section 4.1). Two-sided p-values are twice the smaller tail, 1 at most.
 */
public final class RankTest {
    /** Most values in both samples together for an exact p-value. */
    static final int EXACT = 50;

    /** Most tables kept. One has 20 KB at most. */
    private static final int MOST_KEPT = 256;
    /** Counted before: rows of a comparison mostly share their sizes and the pattern of their ties. */
    private static final Map<Deal, double[]> WAYS = new ConcurrentHashMap<>();

    private RankTest() {}

    /** Ranks, doubled, of which some are dealt to the first sample. */
    private record Deal(List<Integer> ranks, int taken) {}

    /**
     * What the test says.
     *
     * @param u how many pairs (one value of each sample) the first sample wins, draws as a half
     * @param p the two-sided p-value
     * @param exact whether it is exact
     */
    public record RankTestResult(double u, double p, boolean exact) {}

    /** Tests two samples, each of at least one value. */
    public static RankTestResult of(double[] first, double[] second) {
        int n = first.length + second.length;
        double[] all = Arrays.copyOf(first, n);
        System.arraycopy(second, 0, all, first.length, second.length);
        double[] sorted = all.clone();
        Arrays.sort(sorted);
        int[] doubled = doubledRanks(sorted);
        long sum = 0;
        for (double value : first) {
            sum += doubled[Arrays.binarySearch(sorted, value)];
        }
        if (sorted[0] == sorted[n - 1]) {
            return new RankTestResult(first.length * (double) second.length / 2, 1, n <= EXACT);
        }
        double u = sum / 2.0 - first.length * (first.length + 1.0) / 2;
        if (n <= EXACT) {
            // the smaller sample is quicker to count; the ranks of the other are what is left
            boolean swap = first.length > second.length;
            long ranks = swap ? (long) n * (n + 1) - sum : sum;
            return new RankTestResult(u, exact(doubled, Math.min(first.length, second.length), ranks), true);
        }
        return new RankTestResult(u, approximate(sorted, first.length, second.length, u), false);
    }

    /** Returns the smallest p-value that samples of these sizes can have, if no two values are equal. */
    public static double smallestP(int first, int second) {
        double ways = 1;
        for (int i = 1; i <= Math.min(first, second); i++) {
            ways = ways * (first + second - Math.min(first, second) + i) / i;
        }
        return Math.min(1, 2 / ways);
    }

    /** Returns twice the rank of each place, a whole number also where ranks are shared. */
    private static int[] doubledRanks(double[] sorted) {
        int[] ranks = new int[sorted.length];
        int from = 0;
        while (from < sorted.length) {
            int to = from;
            while (to + 1 < sorted.length && sorted[to + 1] == sorted[from]) {
                to++;
            }
            Arrays.fill(ranks, from, to + 1, from + to + 2);
            from = to + 1;
        }
        return ranks;
    }

    private static double exact(int[] ranks, int taken, long observed) {
        Deal deal = new Deal(Arrays.stream(ranks).boxed().toList(), taken);
        double[] ways = WAYS.get(deal);
        if (ways == null) {
            ways = ways(ranks, taken);
            if (WAYS.size() >= MOST_KEPT) {
                WAYS.clear();
            }
            WAYS.put(deal, ways);
        }
        double all = 0;
        double below = 0;
        double above = 0;
        for (int s = 0; s < ways.length; s++) {
            all += ways[s];
            below += s <= observed ? ways[s] : 0;
            above += s >= observed ? ways[s] : 0;
        }
        return Math.min(1, 2 * Math.min(below, above) / all);
    }

    /** Returns how many choices of so many places have a rank sum, by rank sum. */
    private static double[] ways(int[] ranks, int taken) {
        int most = Arrays.stream(ranks).sum();
        // ways[k][s]: how many choices of k places have the rank sum s; exact in a double up to 2^53 choices
        double[][] ways = new double[taken + 1][most + 1];
        ways[0][0] = 1;
        int reached = 0;
        for (int rank : ranks) {
            reached += rank;
            for (int k = taken; k >= 1; k--) {
                for (int s = reached; s >= rank; s--) {
                    ways[k][s] += ways[k - 1][s - rank];
                }
            }
        }
        return ways[taken];
    }

    private static double approximate(double[] sorted, double first, double second, double u) {
        double n = first + second;
        double ties = 0;
        int from = 0;
        for (int i = 1; i <= sorted.length; i++) {
            if (i == sorted.length || sorted[i] != sorted[from]) {
                double tied = i - from;
                ties += tied * tied * tied - tied;
                from = i;
            }
        }
        double variance = first * second / 12 * (n + 1 - ties / (n * (n - 1)));
        double off = Math.abs(u - first * second / 2) - 0.5;
        if (variance <= 0 || off <= 0) {
            return 1;
        }
        return Math.min(1, 2 * NormalDistribution.of(0, 1).survivalProbability(off / Math.sqrt(variance)));
    }
}
