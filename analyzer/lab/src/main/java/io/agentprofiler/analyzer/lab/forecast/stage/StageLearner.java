// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.stage;

import io.agentprofiler.analyzer.lab.forecast.stage.StageTrainer.UnknownCosts;
import io.agentprofiler.analyzer.lab.forecast.stage.StagedWorkflow.Moment;
import io.agentprofiler.shared.forecast.NextTools;
import io.agentprofiler.shared.forecast.Stage;
import io.agentprofiler.shared.forecast.StageTable;
import io.agentprofiler.shared.forecast.StageTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Learns tables of stages: what happened after each, by groups of stages. */
final class StageLearner {
    /** A name is left out when its workflows of unknown cost are more than the share that a 90 % interval leaves above its end. */
    private static final double UNKNOWN_SHARE = 0.05;

    private StageLearner() {}

    /**
     * Learns how much of a target was to come. Where the cost of some workflows is unknown, the table holds costs of the other names
     * only, and none of all names together.
     */
    static StageTable table(List<StagedWorkflow> workflows, StageTarget target) {
        SortedMap<String, List<Double>> groups = new TreeMap<>();
        Set<String> unknown = unknown(workflows, target).keySet();
        for (StagedWorkflow workflow : without(workflows, unknown)) {
            for (Moment moment : workflow.moments()) {
                double value = moment.value(target);
                if (!Double.isNaN(value)) {
                    Stage stage = moment.stage();
                    (unknown.isEmpty() ? stage.groups() : stage.groupsOfName())
                            .forEach(group -> groups.computeIfAbsent(group, any -> new ArrayList<>())
                                    .add(value));
                }
            }
        }
        groups.values().removeIf(values -> values.size() < StageTable.MIN_VALUES);
        groups.replaceAll((group, values) -> thinned(values));
        return new StageTable(groups);
    }

    /**
     * Returns the workflows whose cost cannot be forecast, by name. The known costs of such a name are those of its workflows that
     * called no such model, so they say nothing of the next one.
     *
     * @return empty for any other target
     */
    static SortedMap<String, UnknownCosts> unknown(List<StagedWorkflow> workflows, StageTarget target) {
        SortedMap<String, UnknownCosts> names = new TreeMap<>();
        if (target == StageTarget.USD) {
            for (StagedWorkflow workflow : workflows) {
                names.merge(workflow.name(), new UnknownCosts(workflow.isCostKnown() ? 0 : 1, 1), UnknownCosts::plus);
            }
            names.values().removeIf(name -> name.unknown() <= name.workflows() * UNKNOWN_SHARE);
        }
        return names;
    }

    /** Returns the workflows of all other names. */
    static List<StagedWorkflow> without(List<StagedWorkflow> workflows, Set<String> names) {
        return names.isEmpty()
                ? workflows
                : workflows.stream()
                        .filter(workflow -> !names.contains(workflow.name()))
                        .toList();
    }

    /** Of many values, every k-th keeps the ranks of an interval where they are. */
    private static List<Double> thinned(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length <= StageTable.MOST) {
            return Arrays.stream(sorted).boxed().toList();
        }
        List<Double> kept = new ArrayList<>();
        for (int i = 1; i <= StageTable.MOST; i++) {
            kept.add(sorted[
                    (int) Math.min(
                            sorted.length - 1L, Math.round(i * (sorted.length + 1.0) / (StageTable.MOST + 1)) - 1)]);
        }
        return kept;
    }

    /** Learns which tool came next. */
    static NextTools tools(List<StagedWorkflow> workflows) {
        SortedMap<String, SortedMap<String, Integer>> groups = new TreeMap<>();
        for (StagedWorkflow workflow : workflows) {
            for (Moment moment : workflow.moments()) {
                moment.stage()
                        .groups()
                        .forEach(group -> groups.computeIfAbsent(group, any -> new TreeMap<>())
                                .merge(moment.nextTool(), 1, Integer::sum));
            }
        }
        groups.values()
                .removeIf(tools ->
                        tools.values().stream().mapToInt(Integer::intValue).sum() < StageTable.MIN_VALUES);
        return new NextTools(groups);
    }
}
