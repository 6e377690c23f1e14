// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.forecast.view;

import io.agentprofiler.analyzer.forecast.predict.LinearPredictor;
import io.agentprofiler.analyzer.forecast.stage.NextTools;
import io.agentprofiler.analyzer.forecast.stage.Points;
import io.agentprofiler.analyzer.forecast.stage.Points.Kind;
import io.agentprofiler.analyzer.forecast.stage.Stage;
import io.agentprofiler.analyzer.forecast.stage.StageModel;
import io.agentprofiler.analyzer.forecast.stage.StageTable;
import io.agentprofiler.analyzer.forecast.stage.StageTarget;
import io.agentprofiler.analyzer.input.json.JsonFileException;
import io.agentprofiler.analyzer.input.json.JsonNode;
import io.agentprofiler.analyzer.view.cell.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** The part of a model's file that tells of workflows that go on. */
final class StageModelJson {
    private StageModelJson() {}

    static Fields fields(StageModel model) {
        return new Fields()
                .put("workflows", model.workflows())
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

    static StageModel read(JsonNode node) throws JsonFileException {
        if (!node.require("numbers").texts().equals(Stage.NUMBERS)) {
            throw node.require("numbers")
                    .problem("the numbers are not those this analyzer knows; train the model again");
        }
        List<StageModel.Target> targets = new ArrayList<>();
        for (JsonNode target : node.require("targets").items()) {
            targets.add(target(target));
        }
        SortedMap<String, SortedMap<String, Integer>> tools = new TreeMap<>();
        for (Map.Entry<String, JsonNode> group :
                node.require("next_tool").fields().entrySet()) {
            SortedMap<String, Integer> counts = new TreeMap<>();
            for (Map.Entry<String, JsonNode> tool : group.getValue().fields().entrySet()) {
                counts.put(tool.getKey(), (int)
                        Math.min(Integer.MAX_VALUE, tool.getValue().count()));
            }
            tools.put(group.getKey(), counts);
        }
        return new StageModel((int) node.require("workflows").count(), targets, new NextTools(tools));
    }

    private static StageModel.Target target(JsonNode node) throws JsonFileException {
        JsonNode word = node.require("target");
        StageTarget target = StageTarget.of(word.text());
        if (target == null) {
            throw word.problem("\"target\" is " + word + ", which this analyzer does not know");
        }
        SortedMap<String, List<Double>> groups = new TreeMap<>();
        for (Map.Entry<String, JsonNode> group : node.require("stage").fields().entrySet()) {
            List<Double> values = new ArrayList<>();
            for (JsonNode value : group.getValue().items()) {
                if (!values.isEmpty() && value.number() < values.get(values.size() - 1)) {
                    throw value.problem("the values of a stage are not ascending");
                }
                values.add(value.number());
            }
            groups.put(group.getKey(), values);
        }
        JsonNode instead = node.get("instead");
        return new StageModel.Target(target, new StageTable(groups), instead == null ? null : points(instead));
    }

    private static Points points(JsonNode node) throws JsonFileException {
        JsonNode word = node.require("kind");
        Kind kind = null;
        for (Kind one : Kind.values()) {
            kind = one.word().equals(word.text()) ? one : kind;
        }
        if (kind == null) {
            throw word.problem("\"kind\" is " + word + ", expected last, mean, position or linear");
        }
        LinearPredictor linear = null;
        SortedMap<String, Double> table = new TreeMap<>();
        if (kind == Kind.LINEAR) {
            List<Double> weights = new ArrayList<>();
            for (JsonNode weight : node.require("weights").items()) {
                weights.add(weight.number());
            }
            if (weights.size() != Stage.NUMBERS.size()) {
                throw node.require("weights")
                        .problem(weights.size() + " weights for " + Stage.NUMBERS.size() + " numbers");
            }
            linear = new LinearPredictor(node.require("intercept").number(), weights);
        } else {
            for (Map.Entry<String, JsonNode> group :
                    node.require("table").fields().entrySet()) {
                table.put(group.getKey(), group.getValue().number());
            }
        }
        return new Points(kind, table, linear, number(node.get("low")), number(node.get("high")), (int)
                node.require("workflows").count());
    }

    private static double number(JsonNode node) throws JsonFileException {
        return node == null ? Double.NaN : node.number();
    }
}
