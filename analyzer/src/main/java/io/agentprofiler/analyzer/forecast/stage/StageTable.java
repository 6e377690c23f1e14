// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.forecast.stage;

import io.agentprofiler.analyzer.forecast.predict.Fitted;
import io.agentprofiler.analyzer.forecast.stage.StagedWorkflow.Moment;
import io.agentprofiler.analyzer.stat.Quantile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

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

    /** Learns from workflows. */
    static StageTable learn(List<StagedWorkflow> workflows, StageTarget target) {
        SortedMap<String, List<Double>> groups = new TreeMap<>();
        for (StagedWorkflow workflow : workflows) {
            for (Moment moment : workflow.moments()) {
                double value = moment.value(target);
                if (!Double.isNaN(value)) {
                    moment.stage()
                            .groups()
                            .forEach(group -> groups.computeIfAbsent(group, any -> new ArrayList<>())
                                    .add(value));
                }
            }
        }
        groups.values().removeIf(values -> values.size() < MIN_VALUES);
        groups.replaceAll((group, values) -> thinned(values));
        return new StageTable(groups);
    }

    /** Of many values, every k-th keeps the ranks of an interval where they are. */
    private static List<Double> thinned(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length <= MOST) {
            return Arrays.stream(sorted).boxed().toList();
        }
        List<Double> kept = new ArrayList<>();
        for (int i = 1; i <= MOST; i++) {
            kept.add(sorted[
                    (int) Math.min(sorted.length - 1L, Math.round(i * (sorted.length + 1.0) / (MOST + 1)) - 1)]);
        }
        return kept;
    }

    /**
     * Returns what is to be expected.
     *
     * @param since how much of what is forecast has passed since the stage began: earlier workflows that had less to go say nothing
     *     any more. 0 for all but the time to go
     * @return {@code null} where too few earlier workflows were at this stage
     */
    Forecast forecast(Stage stage, double since) {
        Forecast without = null;
        for (String group : stage.groups()) {
            double[] left = groups.getOrDefault(group, List.of()).stream()
                    .mapToDouble(value -> value - since)
                    .filter(value -> since == 0 || value > 0)
                    .toArray();
            if (left.length >= MIN_INTERVAL) {
                double tail = (1 - Fitted.LEVEL) / 2;
                // 19 values are to be enough, whatever a double makes of 20 * 0.05
                int low = (int) Math.floor((left.length + 1) * tail + ROUNDING);
                return new Forecast(Quantile.of(left, MIDDLE), left[low - 1], left[left.length - low], left.length);
            }
            if (left.length >= MIN_VALUES && without == null) {
                without = new Forecast(Quantile.of(left, MIDDLE), Double.NaN, Double.NaN, left.length);
            }
        }
        return without;
    }
}
