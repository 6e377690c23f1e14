// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.fit;

import io.agentprofiler.analyzer.base.stat.Quantile;
import java.util.List;

/**
 * How much longer calls took, for their tokens and without waits, that were served beside more others.
 *
 * @param few calls beside at most so many others are the one half
 * @param ratio how many times as long those beside more took, by the medians
 */
public record FittedLoad(int few, double ratio) {
    private static final int LEAST = 10;

    /**
     * Returns it; {@code null} where no two groups of calls are large enough to be compared.
     *
     * @param calls of each, beside how many others it was served, and what it took, and would by its tokens
     */
    static FittedLoad of(List<double[]> calls) {
        if (calls.size() < 2 * LEAST) {
            return null;
        }
        double middle =
                Quantile.of(calls.stream().mapToDouble(call -> call[0]).sorted().toArray(), 0.5);
        FittedLoad upper = split(calls, (int) Math.floor(middle));
        return upper == null ? split(calls, (int) Math.ceil(middle) - 1) : upper;
    }

    private static FittedLoad split(List<double[]> calls, int few) {
        double[] beside = ratios(calls, 0, few);
        double[] more = ratios(calls, few + 1, Integer.MAX_VALUE);
        if (beside.length < LEAST || more.length < LEAST) {
            return null;
        }
        double base = Quantile.of(beside, 0.5);
        return base > 0 ? new FittedLoad(few, Quantile.of(more, 0.5) / base) : null;
    }

    private static double[] ratios(List<double[]> calls, int least, int most) {
        return calls.stream()
                .filter(call -> call[0] >= least && call[0] <= most && call[2] > 0)
                .mapToDouble(call -> call[1] / call[2])
                .sorted()
                .toArray();
    }
}
