// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.view;

import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.shared.forecast.Points;
import io.agentprofiler.shared.forecast.Stage;
import io.agentprofiler.shared.forecast.StageModel;
import java.util.SortedMap;
import java.util.function.Function;

/** The part of a model's file that tells of workflows that go on; {@link io.agentprofiler.shared.forecast.StageModelReader} reads it. */
final class StageModelJson {
    private StageModelJson() {}

    static Fields fields(StageModel model) {
        return new Fields()
                .put("workflows", model.workflows())
                .put("until_epoch_ns", model.untilNanos() == StageModel.UNKNOWN ? null : model.untilNanos())
                .put("numbers", Stage.NUMBERS)
                .put(
                        "targets",
                        model.targets().stream().map(StageModelJson::fields).toList())
                .put("next_tool", groups(model.tools().groups(), tools -> {
                    Fields counts = new Fields();
                    tools.forEach(counts::put);
                    return counts;
                }));
    }

    private static Fields fields(StageModel.Target target) {
        Fields fields = new Fields()
                .put("target", target.target().word())
                .put("unit", target.target().unit())
                .put("stage", groups(target.table().groups(), values -> values));
        return target.instead() == null ? fields : fields.put("instead", fields(target.instead()));
    }

    private static <T> Fields groups(SortedMap<String, T> groups, Function<T, Object> of) {
        Fields fields = new Fields();
        groups.forEach((group, values) -> fields.put(group, of.apply(values)));
        return fields;
    }

    private static Fields fields(Points points) {
        Fields fields = new Fields()
                .put("kind", points.kind().word())
                .put("low", Double.isNaN(points.low()) ? null : points.low())
                .put("high", Double.isNaN(points.high()) ? null : points.high())
                .put("workflows", points.workflows());
        return points.linear() == null
                ? fields.put("table", groups(points.table(), value -> value))
                : fields.put("intercept", points.linear().intercept())
                        .put("weights", points.linear().weights());
    }
}
