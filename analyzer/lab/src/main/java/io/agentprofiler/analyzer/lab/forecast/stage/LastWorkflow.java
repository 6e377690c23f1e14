// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.stage;

import io.agentprofiler.shared.forecast.Points;
import io.agentprofiler.shared.forecast.StageModel;
import io.agentprofiler.shared.forecast.StageTarget;
import java.util.SortedMap;
import java.util.TreeMap;

/** What repeats the last workflow tells another value after each that is over. */
public final class LastWorkflow {
    private LastWorkflow() {}

    /** Returns the model after a workflow is over, which is the last one from then on. */
    public static StageModel after(StageModel model, StagedWorkflow workflow) {
        if (model.targets().stream().noneMatch(one -> isLast(one.instead()))) {
            return model;
        }
        return new StageModel(
                model.workflows(),
                model.untilNanos(),
                model.targets().stream()
                        .map(one -> isLast(one.instead())
                                ? new StageModel.Target(
                                        one.target(), one.table(), after(one.instead(), workflow, one.target()))
                                : one)
                        .toList(),
                model.tools());
    }

    private static boolean isLast(Points points) {
        return points != null && points.kind() == Points.PointKind.LAST;
    }

    private static Points after(Points points, StagedWorkflow workflow, StageTarget target) {
        SortedMap<String, Double> later = new TreeMap<>(points.table());
        remember(later, workflow, target);
        return new Points(points.kind(), later, points.linear(), points.low(), points.high(), points.workflows());
    }

    /** Puts what a workflow had at each stage in place of what was there. */
    static void remember(SortedMap<String, Double> table, StagedWorkflow workflow, StageTarget target) {
        for (StagedWorkflow.Moment moment : workflow.moments()) {
            double value = moment.value(target);
            if (!Double.isNaN(value)) {
                table.put(moment.stage().groups().get(1), value);
                table.put(Points.ALL, value);
            }
        }
    }
}
