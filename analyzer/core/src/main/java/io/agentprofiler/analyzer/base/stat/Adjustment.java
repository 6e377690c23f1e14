// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Makes p-values of many comparisons comparable with the level of one. */
public final class Adjustment {
    private Adjustment() {}

    /**
     * Benjamini and Hochberg (1995): of what stays at or below a level, that share is expected to be noise at most.
     *
     * @return the adjusted p-values, in the order given
     */
    public static double[] falseDiscovery(double[] p) {
        int[] order = ascending(p);
        double[] adjusted = new double[p.length];
        double least = 1;
        for (int rank = p.length; rank >= 1; rank--) {
            int index = order[rank - 1];
            least = Math.min(least, p[index] * p.length / rank);
            adjusted[index] = least;
        }
        return adjusted;
    }

    /**
     * Holm (1979): the chance that anything at or below a level is noise is that level at most.
     *
     * @return the adjusted p-values, in the order given
     */
    public static double[] familyWise(double[] p) {
        int[] order = ascending(p);
        double[] adjusted = new double[p.length];
        double most = 0;
        for (int rank = 1; rank <= p.length; rank++) {
            int index = order[rank - 1];
            most = Math.max(most, Math.min(1, p[index] * (p.length - rank + 1)));
            adjusted[index] = most;
        }
        return adjusted;
    }

    private static int[] ascending(double[] p) {
        return IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> p[i]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Returns the p-value of two tests of one question: twice the smaller one (Bonferroni). */
    public static double either(double... p) {
        return Math.min(1, p.length * Arrays.stream(p).min().orElse(1));
    }
}
