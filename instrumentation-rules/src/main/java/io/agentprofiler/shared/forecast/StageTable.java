// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * What earlier workflows still had to go at the same stage: their values, by groups of stages.
 *
 * <p>The forecast is the median of the smallest group with enough values. The interval is by conformal prediction: of n values that
 * are exchangeable with the next one, that lies between the ones of ranks floor((n + 1) 0.05) and ceil((n + 1) 0.95) with a
 * probability of 90 % at least (Vovk, Gammerman and Shafer, "Algorithmic Learning in a Random World", 2005). A workflow is in a group at
 * most once. That takes 19 values; of fewer, from 5 on, only the median is told.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param groups ascending values by the name of a group
 */
public record StageTable(SortedMap<String, List<Double>> groups) {
    /** Values that an interval needs at least. */
    public static final int MIN_INTERVAL = 19;
    /** Values that a median needs at least. */
    public static final int MIN_VALUES = 5;
    /** Values of a group that are kept, at most; of more, evenly spaced ones. */
    public static final int MOST = 199;

    private static final double MIDDLE = 0.5;
    private static final double ROUNDING = 1e-9;

    /**
     * Returns what is to be expected.
     *
     * @param since how much of what is forecast has passed since the stage began: earlier workflows that had less to go say nothing
     *     any more. 0 for all but the time to go
     * @return {@code null} where too few earlier workflows were at this stage
     */
    public Forecast forecast(Stage stage, double since) {
        return smallest(stage.groups(), group -> ofGroup(group, since));
    }

    /** Returns the forecast of the smallest group that has an interval; where none has, of the smallest that has a median. */
    static Forecast smallest(List<String> groups, Function<String, Forecast> of) {
        Forecast without = null;
        for (String group : groups) {
            Forecast forecast = of.apply(group);
            if (forecast != null && forecast.hasInterval()) {
                return forecast;
            }
            without = without == null ? forecast : without;
        }
        return without;
    }

    /** Returns what a group tells, {@code null} where it has too few values. */
    Forecast ofGroup(String group, double since) {
        double[] left = groups.getOrDefault(group, List.of()).stream()
                .mapToDouble(value -> value - since)
                .filter(value -> since == 0 || value > 0)
                .toArray();
        if (left.length >= MIN_INTERVAL) {
            double tail = (1 - Forecast.LEVEL) / 2;
            // 19 values are to be enough, whatever a double makes of 20 * 0.05
            int low = (int) Math.floor((left.length + 1) * tail + ROUNDING);
            return new Forecast(median(left), left[low - 1], left[left.length - low], left.length);
        }
        return left.length < MIN_VALUES ? null : new Forecast(median(left), Double.NaN, Double.NaN, left.length);
    }

    private static double median(double[] sorted) {
        double low = sorted[(sorted.length - 1) / 2];
        return low + (sorted[sorted.length / 2] - low) * MIDDLE;
    }
}
