// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a {@link StageModel} tells at the moment a stage begins, worked out for every group beforehand: to forecast is to look up. It
 * holds three numbers of a group where the model holds up to {@value StageTable#MOST}.
 *
 * <p>It differs from the model in two respects. It tells nothing of workflows whose name the model does not know. And what repeats
 * the last workflow is left out, since it would have to be told of every workflow that ends, with its cost: the table of stages
 * stands in.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class StageLookup {
    private static final StageTarget[] TARGETS = StageTarget.values();

    private final int learnedFrom;
    private final long untilNanos;
    private final Set<String> workflows = new HashSet<>();
    private final Map<StageTarget, Map<String, Forecast>> tables = new HashMap<>();
    private final Map<StageTarget, Points> points = new HashMap<>();
    private final Map<String, NextTools.Next> tools = new HashMap<>();

    /** Works out what a model tells. */
    public StageLookup(StageModel model) {
        learnedFrom = model.workflows();
        untilNanos = model.untilNanos();
        for (StageModel.Target target : model.targets()) {
            addNames(target.table().groups().keySet());
            Points instead = target.instead();
            if (instead == null || instead.kind() == Points.PointKind.LAST) {
                Map<String, Forecast> table = new HashMap<>();
                for (String group : target.table().groups().keySet()) {
                    table.put(group, target.table().ofGroup(group, 0));
                }
                tables.put(target.target(), table);
            } else {
                points.put(target.target(), instead);
            }
        }
        addNames(model.tools().groups().keySet());
        for (String group : model.tools().groups().keySet()) {
            tools.put(group, model.tools().ofGroup(group));
        }
    }

    private void addNames(Set<String> groups) {
        for (String group : groups) {
            int end = group.indexOf(Stage.PART);
            if (end > 0) {
                workflows.add(group.substring(0, end));
            }
        }
    }

    /** Answers whether the model was learned from workflows of a name. */
    public boolean knows(String workflow) {
        return workflows.contains(workflow);
    }

    /** Returns from how many workflows it was learned. */
    public int learnedFrom() {
        return learnedFrom;
    }

    /** Returns when the last of them ended, nanoseconds since 1970, or {@link StageModel#UNKNOWN}. */
    public long untilNanos() {
        return untilNanos;
    }

    /** Returns the names of the workflows it was learned from. */
    public Set<String> workflows() {
        return Set.copyOf(workflows);
    }

    /**
     * Looks up what is told when a stage begins.
     *
     * @return {@code null} where nothing is: the workflow is not known, or too few earlier ones were at this stage
     */
    public Outlook at(Stage stage) {
        if (!knows(stage.workflow())) {
            return null;
        }
        List<String> groups = stage.groups();
        Forecast[] forecasts = new Forecast[TARGETS.length];
        boolean any = false;
        for (StageTarget target : TARGETS) {
            Forecast forecast = forecast(target, stage, groups);
            forecasts[target.ordinal()] = forecast;
            any |= forecast != null;
        }
        NextTools.Next next = NextTools.smallest(groups, tools::get);
        return any || next != null ? new Outlook(stage, forecasts, next) : null;
    }

    private Forecast forecast(StageTarget target, Stage stage, List<String> groups) {
        Map<String, Forecast> table = tables.get(target);
        if (table != null) {
            return StageTable.smallest(groups, table::get);
        }
        Points instead = points.get(target);
        return instead == null ? null : instead.forecast(stage, groups, 0);
    }
}
