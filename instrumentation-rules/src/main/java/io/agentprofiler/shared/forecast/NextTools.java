// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * Which tool came next, by groups of stages.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param groups how often each tool came next, by the name of a group
 */
public record NextTools(SortedMap<String, SortedMap<String, Integer>> groups) {
    /** Stands where no tool follows. */
    public static final String NO_TOOL = "(no tool)";

    /**
     * The tool that is most likely next.
     *
     * @param tool its name, {@link #NO_TOOL} if most likely none follows
     * @param share the share of the earlier workflows at this stage in which it came next
     * @param workflows from how many earlier workflows
     */
    public record Next(String tool, double share, int workflows) {}

    /** Returns the most likely next tool, {@code null} where too few earlier workflows were at this stage. */
    public Next next(Stage stage) {
        return smallest(stage.groups(), this::ofGroup);
    }

    /** Returns what the smallest group that is there tells. */
    static Next smallest(List<String> groups, Function<String, Next> of) {
        for (String group : groups) {
            Next next = of.apply(group);
            if (next != null) {
                return next;
            }
        }
        return null;
    }

    /** Returns what a group tells, {@code null} where it is not there. */
    Next ofGroup(String group) {
        SortedMap<String, Integer> tools = groups.get(group);
        if (tools == null) {
            return null;
        }
        int all = 0;
        Map.Entry<String, Integer> most = null;
        for (Map.Entry<String, Integer> tool : tools.entrySet()) {
            all += tool.getValue();
            most = most == null || tool.getValue() > most.getValue() ? tool : most;
        }
        return most == null ? null : new Next(most.getKey(), (double) most.getValue() / all, all);
    }
}
