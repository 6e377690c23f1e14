// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.test;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.base.stat.Quantile;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How far the difference of a figure may be off, by resampling both sides (the percentile method).
 *
 * <p>Sums and percentiles are of all workflows, resamples of the sampled ones: where these are fewer, the intervals are
 * moved so that they lie about the exact difference. They are then wider than they need to be, never narrower.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Bootstrap {
    /** Of sides without a value. */
    public static final BootstrapResult NONE = new BootstrapResult(Double.NaN, Double.NaN, Double.NaN);

    private static final long FIRST_SEED = 0x5DEECE66DL;
    private static final long SECOND_SEED = 0xBB67AE8584CAA73BL;

    private final Draws before;
    private final Draws after;

    private Bootstrap(Draws before, Draws after) {
        this.before = before;
        this.after = after;
    }

    /** Lower and upper end of the interval, and a two-sided p-value: how seldom a resample lies beyond 0. */
    public record BootstrapResult(double low, double high, double p) {}

    /**
     * Draws the resamples. Which side gets which random numbers depends on the sides' workflows, not on which of them
     * comes first: so swapping the sides turns every interval around and changes nothing else.
     */
    public static Bootstrap of(
            int workflowsBefore, long hashBefore, int workflowsAfter, long hashAfter, int resamples) {
        boolean inOrder = Long.compare(hashBefore, hashAfter) <= 0;
        return new Bootstrap(
                new Draws(workflowsBefore, resamples, inOrder ? FIRST_SEED : SECOND_SEED),
                new Draws(workflowsAfter, resamples, inOrder ? SECOND_SEED : FIRST_SEED));
    }

    public int resamples() {
        return before.resamples();
    }

    /** Resamples a difference of two estimates; {@code difference} is the exact one. */
    public BootstrapResult of(Estimate from, Estimate to, double difference) {
        double shift = difference - (to.value(after.once()) - from.value(before.once()));
        double[] drawn = new double[resamples()];
        int known = 0;
        int atMostZero = 0;
        int atLeastZero = 0;
        for (int i = 0; i < drawn.length; i++) {
            double one = to.value(after.resample(i)) - from.value(before.resample(i)) + shift;
            // a resample may have no call of the row at all
            if (!Double.isNaN(one)) {
                drawn[known++] = one;
                atMostZero += one <= 0 ? 1 : 0;
                atLeastZero += one >= 0 ? 1 : 0;
            }
        }
        if (known == 0) {
            return NONE;
        }
        Arrays.sort(drawn, 0, known);
        double p = Math.min(1, 2.0 * (1 + Math.min(atMostZero, atLeastZero)) / (known + 1));
        return new BootstrapResult(
                Quantile.of(drawn, known, Change.LEVEL / 2), Quantile.of(drawn, known, 1 - Change.LEVEL / 2), p);
    }

    /**
     * Resamples of a side: how often each workflow is drawn when as many as there are are drawn with replacement (Efron's
     * bootstrap; workflows are the units, so calls of one workflow stay together). The same resample serves all rows.
     *
     * <p><b>Threading:</b> immutable.
     */
    static final class Draws {
        private final byte[][] counts;
        private final byte[] once;

        /**
         * Draws.
         *
         * @param workflows how many there are
         * @param resamples how often to draw
         * @param seed where the random numbers begin
         */
        Draws(int workflows, int resamples, long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            counts = new byte[resamples][workflows];
            for (byte[] resample : counts) {
                for (int i = 0; i < workflows; i++) {
                    int drawn = random.nextInt(workflows);
                    // more than 127 times the same one does not happen in the lifetime of anything
                    resample[drawn] = (byte) Math.min(Byte.MAX_VALUE, resample[drawn] + 1);
                }
            }
            once = new byte[workflows];
            Arrays.fill(once, (byte) 1);
        }

        int resamples() {
            return counts.length;
        }

        byte[] resample(int number) {
            return counts[number];
        }

        /** Returns the sample itself: every workflow once. */
        byte[] once() {
            return once;
        }
    }
}
