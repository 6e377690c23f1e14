// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.test;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Resamples of a side: how often each workflow is drawn when as many as there are are drawn with replacement (Efron's
 * bootstrap; workflows are the units, so calls of one workflow stay together). The same resample serves all rows.
 *
 * <p><b>Threading:</b> immutable.
 */
final class Draws {
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
