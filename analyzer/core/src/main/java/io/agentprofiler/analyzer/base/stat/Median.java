// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import java.util.Arrays;

/**
 * The median as textbooks have it: the value in the middle, the mean of the two in the middle of an even number.
 *
 * <p>That is the quantile of one half, but for the last bit where the mean of the two is rounded: {@link Quantile} adds half of
 * their difference to the lower one. Where other quantiles stand beside a median, take that one.
 */
public final class Median {
    private Median() {}

    /** Returns the median of at least one value, in any order. */
    public static double of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return ofSorted(sorted);
    }

    /** Returns the median of at least one value, ascending. */
    public static double ofSorted(double... sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
