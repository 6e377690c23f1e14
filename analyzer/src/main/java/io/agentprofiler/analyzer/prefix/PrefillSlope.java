// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How much longer the first chunk of an answer takes for each input token that is not read from a cache, as calls of one
 * model show it: the median of the slopes between all pairs of calls (Theil-Sen), which up to a quarter of wild values do
 * not move. The interval is Sen's (1968), from the variance of Kendall's tau with ties.
 *
 * @param nanosPerToken nanoseconds for each token, more than 0
 * @param low lower end of the 95 % interval, more than 0
 * @param high upper end of it
 * @param calls how many calls it is from
 */
public record PrefillSlope(double nanosPerToken, double low, double high, int calls) {
    /** Fewer calls say nothing. */
    public static final int MIN_CALLS = 20;
    /** How many uncached tokens must lie between a tenth of the calls with least and a tenth with most. */
    public static final long MIN_SPREAD = 500;

    /** Pairs grow with the square: of more calls, so many are taken, evenly by their uncached tokens. */
    static final int MAX_CALLS = 1000;

    private static final double TAIL = 0.025;

    /**
     * A call.
     *
     * @param uncachedTokens input tokens that were not read from a cache
     * @param firstChunkNanos nanoseconds from the request to the first chunk
     */
    public record Sample(long uncachedTokens, long firstChunkNanos) {}

    /**
     * Returns the slope, or nothing when the calls do not show one: they are fewer than {@value #MIN_CALLS}, their
     * uncached tokens differ by less than {@value #MIN_SPREAD}, or time may as well not grow with tokens. Does not depend
     * on the order of the samples.
     */
    public static Optional<PrefillSlope> of(Collection<Sample> samples) {
        List<Sample> sorted = new ArrayList<>(samples);
        sorted.sort(Comparator.comparingLong(Sample::uncachedTokens).thenComparingLong(Sample::firstChunkNanos));
        int calls = sorted.size();
        if (calls < MIN_CALLS || spread(sorted) < MIN_SPREAD) {
            return Optional.empty();
        }
        List<Sample> taken = evenly(sorted);
        double[] slopes = slopes(taken);
        double z = NormalDistribution.of(0, 1).inverseSurvivalProbability(TAIL) * Math.sqrt(variance(taken));
        // the slopes' ranks between which the true one lies, as with ranks of any median
        int lower = (int) Math.round((slopes.length - z) / 2);
        int upper = (int) Math.round((slopes.length + z) / 2) - 1;
        if (lower < 0 || upper >= slopes.length || lower > upper || slopes[lower] <= 0) {
            return Optional.empty();
        }
        return Optional.of(new PrefillSlope(median(slopes), slopes[lower], slopes[upper], calls));
    }

    private static long spread(List<Sample> sorted) {
        int tenth = sorted.size() / 10;
        return sorted.get(sorted.size() - 1 - tenth).uncachedTokens()
                - sorted.get(tenth).uncachedTokens();
    }

    private static List<Sample> evenly(List<Sample> sorted) {
        if (sorted.size() <= MAX_CALLS) {
            return sorted;
        }
        List<Sample> taken = new ArrayList<>(MAX_CALLS);
        for (long i = 0; i < MAX_CALLS; i++) {
            taken.add(sorted.get((int) (i * (sorted.size() - 1) / (MAX_CALLS - 1))));
        }
        return taken;
    }

    /** Returns the slopes of all pairs with different tokens, in order. */
    private static double[] slopes(List<Sample> sorted) {
        double[] slopes = new double[sorted.size() * (sorted.size() - 1) / 2];
        int count = 0;
        for (int i = 0; i < sorted.size(); i++) {
            Sample one = sorted.get(i);
            for (int j = i + 1; j < sorted.size(); j++) {
                Sample other = sorted.get(j);
                long tokens = other.uncachedTokens() - one.uncachedTokens();
                if (tokens > 0) {
                    slopes[count++] = (double) (other.firstChunkNanos() - one.firstChunkNanos()) / tokens;
                }
            }
        }
        double[] sortedSlopes = Arrays.copyOf(slopes, count);
        Arrays.sort(sortedSlopes);
        return sortedSlopes;
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Returns the variance of Kendall's sum of signs when nothing depends on anything, less for ties. */
    private static double variance(List<Sample> samples) {
        LongUnaryOperator pairs = n -> n * (n - 1) * (2 * n + 5);
        Map<Long, Long> tokens = new HashMap<>();
        Map<Long, Long> times = new HashMap<>();
        for (Sample sample : samples) {
            tokens.merge(sample.uncachedTokens(), 1L, Long::sum);
            times.merge(sample.firstChunkNanos(), 1L, Long::sum);
        }
        long sum = pairs.applyAsLong(samples.size());
        for (long ties : tokens.values()) {
            sum -= pairs.applyAsLong(ties);
        }
        for (long ties : times.values()) {
            sum -= pairs.applyAsLong(ties);
        }
        return Math.max(0, sum / 18.0);
    }
}
