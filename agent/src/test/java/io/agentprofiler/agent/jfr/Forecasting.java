// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.StageForecast;
import io.agentprofiler.shared.forecast.NextTools;
import io.agentprofiler.shared.forecast.Stage;
import io.agentprofiler.shared.forecast.StageLookup;
import io.agentprofiler.shared.forecast.StageModel;
import io.agentprofiler.shared.forecast.StageTable;
import io.agentprofiler.shared.forecast.StageTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/** What is forecast of a workflow {@code plan}: 19 earlier ones had 1 to 19 s to go after the first call, and five 2 to 4 calls. */
public final class Forecasting {
    private static final String GROUP = "plan\u001f1";

    private Forecasting() {}

    /** Returns what is told after the call {@code last}. */
    public static StageForecast after(Span span, String last) {
        SortedMap<String, SortedMap<String, Integer>> tools = new TreeMap<>();
        tools.put(GROUP, new TreeMap<>(Map.of("book", 3, "search", 9)));
        return told(span, new Stage("plan", 1, 1, last, 2.5, 100, 10), new NextTools(tools));
    }

    /** Returns what is told when a workflow begins of whose begin only the next tool is known. */
    public static StageForecast atBegin(Span span) {
        SortedMap<String, SortedMap<String, Integer>> tools = new TreeMap<>();
        tools.put("plan\u001f0", new TreeMap<>(Map.of(NextTools.NO_TOOL, 7)));
        return told(span, new Stage("plan", 0, 0, "", 0, -1, -1), new NextTools(tools));
    }

    private static StageForecast told(Span span, Stage stage, NextTools tools) {
        List<StageModel.Target> targets = new ArrayList<>();
        targets.add(target(
                StageTarget.SECONDS,
                DoubleStream.iterate(1, seconds -> seconds + 1)
                        .limit(19)
                        .boxed()
                        .toList()));
        targets.add(target(StageTarget.CALLS, List.of(2.0, 3.0, 3.0, 3.0, 4.0)));
        return new StageForecast(
                span,
                1_795_238_102_000_000_000L,
                new StageLookup(new StageModel(40, StageModel.UNKNOWN, targets, tools)).at(stage));
    }

    private static StageModel.Target target(StageTarget target, List<Double> values) {
        return new StageModel.Target(target, new StageTable(new TreeMap<>(Map.of(GROUP, values))), null);
    }
}
