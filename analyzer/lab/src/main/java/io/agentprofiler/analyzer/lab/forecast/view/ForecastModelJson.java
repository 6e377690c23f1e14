// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.view;

import io.agentprofiler.analyzer.lab.forecast.Features;
import io.agentprofiler.analyzer.lab.forecast.Fitted;
import io.agentprofiler.analyzer.lab.forecast.ForecastModel;
import io.agentprofiler.analyzer.lab.forecast.ForecastModel.TargetModel;
import io.agentprofiler.analyzer.lab.forecast.Predictor;
import io.agentprofiler.analyzer.lab.forecast.Predictor.ForestPredictor;
import io.agentprofiler.analyzer.lab.forecast.Predictor.ForestPredictor.Node;
import io.agentprofiler.analyzer.lab.forecast.Predictor.ForestPredictor.Tree;
import io.agentprofiler.analyzer.lab.forecast.Predictor.LinearPredictor;
import io.agentprofiler.analyzer.lab.forecast.Predictor.NaivePredictor;
import io.agentprofiler.analyzer.lab.forecast.Target;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.read.text.JsonNode;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.json.JsonView;
import io.agentprofiler.shared.forecast.ModelFileException;
import io.agentprofiler.shared.forecast.Points;
import io.agentprofiler.shared.forecast.Stage;
import io.agentprofiler.shared.forecast.StageModel;
import io.agentprofiler.shared.forecast.StageModelReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;

/** The file of a trained model; {@code docs/experiments/forecast.md} describes it. */
public final class ForecastModelJson {
    private static final String FORMAT = StageModelReader.FORMAT;
    private static final String LAST = "last";
    private static final String MEAN = "mean";

    private ForecastModelJson() {}

    /**
     * Writes a model.
     *
     * @throws IOException when the file cannot be written
     */
    public static void write(Path target, ForecastModel model) throws IOException {
        JsonView.write(
                Document.of(FORMAT, "Forecast model")
                        .add(new Value("seed", Long.toString(model.seed())))
                        .add(new Value("workflows", model.workflows()))
                        .add(new Value("interval_level", Fitted.LEVEL))
                        .add(new Value("features", model.features().names()))
                        .add(new Value("models", model.features().models()))
                        .add(new Value("workflow_names", model.features().workflows()))
                        .add(new Value("stages", model.stages() == null ? null : StageModelJson.fields(model.stages())))
                        .add(Table.of("targets", model.targets())
                                .field("target", one -> one.target().word())
                                .field("unit", one -> one.target().unit())
                                .field("samples", TargetModel::samples)
                                .field("samples_left_out", TargetModel::leftOut)
                                .field(
                                        "predictors",
                                        one -> one.fitted().stream()
                                                .map(ForecastModelJson::fields)
                                                .toList())
                                .build())
                        .build(),
                target);
    }

    private static Fields fields(Fitted fitted) {
        Fields fields = new Fields()
                .put("kind", fitted.predictor().word())
                .put("low", fitted.low())
                .put("high", fitted.high())
                .put("error", fitted.error());
        if (fitted.predictor() instanceof NaivePredictor naive) {
            fields.put("mean", naive.mean());
        } else if (fitted.predictor() instanceof LinearPredictor linear) {
            fields.put("intercept", linear.intercept()).put("weights", linear.weights());
        } else if (fitted.predictor() instanceof ForestPredictor forest) {
            fields.put(
                    "trees",
                    forest.trees().stream().map(ForecastModelJson::nodes).toList());
        }
        return fields;
    }

    private static List<List<Object>> nodes(Tree tree) {
        return tree.nodes().stream()
                .map(node -> node.isLeaf()
                        ? List.<Object>of(node.value())
                        : List.<Object>of(node.feature(), node.value(), node.upTo(), node.above()))
                .toList();
    }

    /**
     * Reads a model.
     *
     * @throws IOException when the file cannot be read
     * @throws JsonFileException when it is no model of this format
     */
    public static ForecastModel read(Path file) throws IOException, JsonFileException {
        JsonNode root = JsonNode.read(file);
        JsonNode format = root.require("format");
        if (!FORMAT.equals(format.text())) {
            throw format.problem("\"format\" is " + format + ", expected \"" + FORMAT
                    + "\": a file that forecast --save" + " wrote");
        }
        Features features = new Features(
                root.require("models").texts(), root.require("workflow_names").texts());
        if (!features.names().equals(root.require("features").texts())) {
            throw root.require("features")
                    .problem("the features are not those this analyzer knows; train the model again");
        }
        List<TargetModel> targets = new ArrayList<>();
        for (JsonNode target : root.require("targets").items()) {
            targets.add(target(target, features.names().size()));
        }
        return new ForecastModel(
                seed(root.require("seed")), whole(root.require("workflows")), features, targets, stages(file));
    }

    private static StageModel stages(Path file) throws IOException, JsonFileException {
        try {
            return StageModelReader.read(file);
        } catch (ModelFileException e) {
            throw new JsonFileException(e.getMessage());
        }
    }

    private static long seed(JsonNode node) throws JsonFileException {
        try {
            return Long.parseLong(node.text());
        } catch (NumberFormatException e) {
            throw node.problem("\"seed\" is " + node + ", expected a whole number as text");
        }
    }

    private static int whole(JsonNode node) throws JsonFileException {
        long number = node.count();
        if (number > Integer.MAX_VALUE) {
            throw node.problem("the number is too large");
        }
        return (int) number;
    }

    private static TargetModel target(JsonNode node, int features) throws JsonFileException {
        JsonNode word = node.require("target");
        Target target = Target.of(word.text());
        if (target == null) {
            throw word.problem("\"target\" is " + word + ", which this analyzer does not know");
        }
        List<Fitted> fitted = new ArrayList<>();
        for (JsonNode one : node.require("predictors").items()) {
            fitted.add(new Fitted(
                    predictor(one, features),
                    one.require("low").number(),
                    one.require("high").number(),
                    one.require("error").number()));
        }
        if (fitted.isEmpty()) {
            throw node.problem("\"predictors\" is empty");
        }
        return new TargetModel(target, whole(node.require("samples")), whole(node.require("samples_left_out")), fitted);
    }

    private static Predictor predictor(JsonNode node, int features) throws JsonFileException {
        JsonNode kind = node.require("kind");
        return switch (kind.text()) {
            case LAST -> new NaivePredictor(true, node.require(MEAN).number());
            case MEAN -> new NaivePredictor(false, node.require(MEAN).number());
            case LinearPredictor.WORD -> linear(node, features);
            case ForestPredictor.WORD -> forest(node, features);
            default -> throw kind.problem("\"kind\" is " + kind + ", expected last, mean, linear or forest");
        };
    }

    private static LinearPredictor linear(JsonNode node, int features) throws JsonFileException {
        List<Double> weights = new ArrayList<>();
        for (JsonNode weight : node.require("weights").items()) {
            weights.add(weight.number());
        }
        if (weights.size() != features) {
            throw node.require("weights").problem(weights.size() + " weights for " + features + " features");
        }
        return new LinearPredictor(node.require("intercept").number(), weights);
    }

    private static ForestPredictor forest(JsonNode node, int features) throws JsonFileException {
        List<Tree> trees = new ArrayList<>();
        for (JsonNode tree : node.require("trees").items()) {
            List<JsonNode> items = tree.items();
            List<Node> nodes = new ArrayList<>();
            for (JsonNode item : items) {
                nodes.add(treeNode(item, nodes.size(), items.size(), features));
            }
            if (nodes.isEmpty()) {
                throw tree.problem("a tree without a node");
            }
            trees.add(new Tree(nodes));
        }
        if (trees.isEmpty()) {
            throw node.require("trees").problem("a forest without a tree");
        }
        return new ForestPredictor(trees);
    }

    /** A node's children stand behind it, so that no walk goes round in a circle. */
    private static Node treeNode(JsonNode node, int index, int count, int features) throws JsonFileException {
        List<JsonNode> parts = node.items();
        if (parts.size() == 1) {
            return Node.leaf(parts.get(0).number());
        }
        if (parts.size() != 4) {
            throw node.problem("a node is [value] or [feature, value, up to, above]");
        }
        long feature = parts.get(0).count();
        long upTo = parts.get(2).count();
        long above = parts.get(3).count();
        if (feature >= features || upTo <= index || upTo >= count || above <= index || above >= count) {
            throw node.problem("a node that names a feature or a node that is not there");
        }
        return new Node((int) feature, parts.get(1).number(), (int) upTo, (int) above);
    }

    /** The part of a model's file that tells of workflows that go on; {@link io.agentprofiler.shared.forecast.StageModelReader} reads it. */
    private static final class StageModelJson {
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
}
