// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import io.agentprofiler.analyzer.base.stat.TheilSen;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The increase in time to first token per uncached input token, fitted to the calls of one model. It is a Theil-Sen estimate, the
 * median of the slopes between all pairs of calls, which tolerates up to 29 % of outliers. The interval is Sen's (1968), from the
 * variance of Kendall's tau with ties.
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

    /** Maximum number of calls, as the number of pairs is quadratic. Calls are sampled evenly by their uncached tokens. */
    static final int MAX_CALLS = 1000;

    private static final double TAIL = 0.025;

    /**
     * A call.
     *
     * @param uncachedTokens input tokens that were not read from a cache
     * @param firstChunkNanos nanoseconds from the request to the first chunk
     */
    public record PrefillSample(long uncachedTokens, long firstChunkNanos) {}

    /**
     * Returns the slope, or nothing when the calls do not show one: they are fewer than {@value #MIN_CALLS}, their
     * uncached tokens differ by less than {@value #MIN_SPREAD}, or time may as well not grow with tokens. Does not depend
     * on the order of the samples.
     */
    public static Optional<PrefillSlope> of(Collection<PrefillSample> samples) {
        List<PrefillSample> sorted = new ArrayList<>(samples);
        sorted.sort(Comparator.comparingLong(PrefillSample::uncachedTokens)
                .thenComparingLong(PrefillSample::firstChunkNanos));
        int calls = sorted.size();
        if (calls < MIN_CALLS || spread(sorted) < MIN_SPREAD) {
            return Optional.empty();
        }
        List<PrefillSample> taken = evenly(sorted);
        TheilSen fit = TheilSen.of(
                taken.stream().mapToDouble(PrefillSample::uncachedTokens).toArray(),
                taken.stream().mapToDouble(PrefillSample::firstChunkNanos).toArray());
        return fit.interval(TAIL)
                .filter(interval -> interval.low() > 0)
                .map(interval -> new PrefillSlope(fit.slope(), interval.low(), interval.high(), calls));
    }

    private static long spread(List<PrefillSample> sorted) {
        int tenth = sorted.size() / 10;
        return sorted.get(sorted.size() - 1 - tenth).uncachedTokens()
                - sorted.get(tenth).uncachedTokens();
    }

    private static List<PrefillSample> evenly(List<PrefillSample> sorted) {
        if (sorted.size() <= MAX_CALLS) {
            return sorted;
        }
        List<PrefillSample> taken = new ArrayList<>(MAX_CALLS);
        for (long i = 0; i < MAX_CALLS; i++) {
            taken.add(sorted.get((int) (i * (sorted.size() - 1) / (MAX_CALLS - 1))));
        }
        return taken;
    }
}
