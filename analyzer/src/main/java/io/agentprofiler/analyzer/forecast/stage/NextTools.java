// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.forecast.stage;

import io.agentprofiler.analyzer.forecast.stage.StagedWorkflow.Moment;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which tool came next, by groups of stages.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param groups how often each tool came next, by the name of a group
 */
public record NextTools(SortedMap<String, SortedMap<String, Integer>> groups) {
    /**
     * The tool that is most likely next.
     *
     * @param tool its name, {@link StagedWorkflow#NO_TOOL} if most likely none follows
     * @param share the share of the earlier workflows at this stage in which it came next
     * @param workflows from how many earlier workflows
     */
    public record Next(String tool, double share, int workflows) {}

    /** Learns from workflows. */
    static NextTools learn(List<StagedWorkflow> workflows) {
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

    /** Returns the most likely next tool, {@code null} where too few earlier workflows were at this stage. */
    Next next(Stage stage) {
        for (String group : stage.groups()) {
            SortedMap<String, Integer> tools = groups.get(group);
            if (tools != null) {
                int all = tools.values().stream().mapToInt(Integer::intValue).sum();
                Map.Entry<String, Integer> most = tools.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .orElseThrow();
                return new Next(most.getKey(), (double) most.getValue() / all, all);
            }
        }
        return null;
    }
}
