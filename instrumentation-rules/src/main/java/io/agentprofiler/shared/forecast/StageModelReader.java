// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads what a model's file tells of workflows that go on. Whatever else is in the file is run over without being held.
 *
 * <p><b>Threading:</b> one use, one thread.
 */
public final class StageModelReader {
    /** The format of the file. */
    public static final String FORMAT = "agent-profiler-forecast-model/1";

    /** Numbers that are held at most: some 50 MB while the file is read. */
    static final int MOST_NUMBERS = 1_000_000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(64).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final String file;
    private final JsonCursor json;
    private int numbers;
    private boolean formatSeen;
    private StageModel model;

    private StageModelReader(String file, JsonCursor json) {
        this.file = file;
        this.json = json;
    }

    /**
     * Reads a file.
     *
     * @return {@code null} if it is a model that tells nothing of workflows that go on
     * @throws IOException when it cannot be read
     * @throws ModelFileException when it is no model of this format
     */
    public static StageModel read(Path path) throws IOException, ModelFileException {
        try (InputStream stream = Files.newInputStream(path);
                JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), stream)) {
            return new StageModelReader(path.toString(), new JsonCursor(path.toString(), parser)).document();
        } catch (JacksonException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            TokenStreamLocation at = e.getLocation();
            String place = at == null ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
            throw new ModelFileException(path + place + ": not JSON: "
                    + e.getOriginalMessage().lines().findFirst().orElse("cannot be parsed"));
        }
    }

    private StageModel document() throws ModelFileException {
        if (!json.begin()) {
            throw new ModelFileException(file + ":1:1: the file is empty, expected " + expected());
        }
        json.object("the file", name -> {
            switch (name) {
                case "format" -> format();
                case "stages" -> model = json.isNull() ? null : stages();
                default -> json.skip();
            }
        });
        if (!formatSeen) {
            throw new ModelFileException(file + ":1:1: \"format\" is missing, expected " + expected());
        }
        return model;
    }

    private static String expected() {
        return "\"" + FORMAT + "\": a file that forecast --save wrote";
    }

    private void format() throws ModelFileException {
        String format = json.text("format");
        if (!format.equals(FORMAT)) {
            throw json.problem("\"format\" is \"" + format + "\", expected " + expected());
        }
        formatSeen = true;
    }

    /** What is gathered of an object whose fields may come in any order. */
    private static final class Parts {
        private int workflows = -1;
        private long until = StageModel.UNKNOWN;
        private boolean numbersSeen;
        private List<StageModel.Target> targets;
        private SortedMap<String, SortedMap<String, Integer>> tools;
        private StageTarget target;
        private SortedMap<String, List<Double>> table;
        private Points instead;
        private Points.PointKind kind;
        private double low = Double.NaN;
        private double high = Double.NaN;
        private double intercept = Double.NaN;
        private List<Double> weights;
        private SortedMap<String, Double> points;
    }

    private StageModel stages() throws ModelFileException {
        Parts parts = new Parts();
        json.object("stages", name -> {
            switch (name) {
                case "workflows" -> parts.workflows = json.count(name);
                case "until_epoch_ns" -> parts.until = json.isNull() ? StageModel.UNKNOWN : json.time(name);
                case "numbers" -> {
                    checkNumbers();
                    parts.numbersSeen = true;
                }
                case "targets" -> {
                    parts.targets = new ArrayList<>();
                    json.array(name, any -> parts.targets.add(target()));
                }
                case "next_tool" -> parts.tools = tools();
                default -> json.skip();
            }
        });
        require(parts.workflows >= 0, "workflows", "stages");
        require(parts.numbersSeen, "numbers", "stages");
        require(parts.targets != null, "targets", "stages");
        require(parts.tools != null, "next_tool", "stages");
        return new StageModel(parts.workflows, parts.until, parts.targets, new NextTools(parts.tools));
    }

    private void require(boolean there, String field, String object) throws ModelFileException {
        if (!there) {
            throw json.problem("\"" + field + "\" of \"" + object + "\" is missing");
        }
    }

    private void checkNumbers() throws ModelFileException {
        List<String> names = new ArrayList<>();
        json.array("numbers", name -> names.add(json.text(name)));
        if (!names.equals(Stage.NUMBERS)) {
            throw json.problem("the numbers are not those this version knows; train the model again");
        }
    }

    private StageModel.Target target() throws ModelFileException {
        Parts parts = new Parts();
        json.object("targets", name -> {
            switch (name) {
                case "target" -> {
                    String word = json.text(name);
                    parts.target = StageTarget.of(word);
                    if (parts.target == null) {
                        throw json.problem("\"target\" is \"" + word + "\", which this version does not know");
                    }
                }
                case "stage" -> parts.table = table();
                case "instead" -> parts.instead = json.isNull() ? null : points();
                default -> json.skip();
            }
        });
        require(parts.target != null, "target", "targets");
        require(parts.table != null, "stage", "targets");
        return new StageModel.Target(parts.target, new StageTable(parts.table), parts.instead);
    }

    private SortedMap<String, List<Double>> table() throws ModelFileException {
        SortedMap<String, List<Double>> groups = new TreeMap<>();
        json.object("stage", group -> {
            List<Double> values = new ArrayList<>();
            json.array(group, name -> {
                double value = number(name);
                if (!values.isEmpty() && value < values.get(values.size() - 1)) {
                    throw json.problem("the values of a stage are not ascending");
                }
                values.add(value);
            });
            groups.put(group, List.copyOf(values));
        });
        return groups;
    }

    private Points points() throws ModelFileException {
        Parts parts = new Parts();
        json.object("instead", name -> {
            switch (name) {
                case "kind" -> {
                    String word = json.text(name);
                    parts.kind = Points.PointKind.of(word);
                    if (parts.kind == null) {
                        throw json.problem("\"kind\" is \"" + word + "\", expected last, mean, position or linear");
                    }
                }
                case "low" -> parts.low = json.isNull() ? Double.NaN : number(name);
                case "high" -> parts.high = json.isNull() ? Double.NaN : number(name);
                case "workflows" -> parts.workflows = json.count(name);
                case "intercept" -> parts.intercept = number(name);
                case "weights" -> parts.weights = weights();
                case "table" -> {
                    parts.points = new TreeMap<>();
                    json.object(name, group -> parts.points.put(group, number(group)));
                }
                default -> json.skip();
            }
        });
        require(parts.kind != null, "kind", "instead");
        require(parts.workflows >= 0, "workflows", "instead");
        boolean linear = parts.kind == Points.PointKind.LINEAR;
        require(linear || parts.points != null, "table", "instead");
        require(!linear || !Double.isNaN(parts.intercept), "intercept", "instead");
        require(!linear || parts.weights != null, "weights", "instead");
        return new Points(
                parts.kind,
                linear ? new TreeMap<>() : parts.points,
                linear ? new WeightedSum(parts.intercept, parts.weights) : null,
                parts.low,
                parts.high,
                parts.workflows);
    }

    private List<Double> weights() throws ModelFileException {
        List<Double> weights = new ArrayList<>();
        json.array("weights", name -> weights.add(number(name)));
        if (weights.size() != Stage.NUMBERS.size()) {
            throw json.problem(weights.size() + " weights for " + Stage.NUMBERS.size() + " numbers");
        }
        return weights;
    }

    private SortedMap<String, SortedMap<String, Integer>> tools() throws ModelFileException {
        SortedMap<String, SortedMap<String, Integer>> groups = new TreeMap<>();
        json.object("next_tool", group -> {
            SortedMap<String, Integer> counts = new TreeMap<>();
            json.object(group, tool -> {
                counted();
                counts.put(tool, json.count(tool));
            });
            groups.put(group, counts);
        });
        return groups;
    }

    private double number(String what) throws ModelFileException {
        counted();
        return json.number(what);
    }

    private void counted() throws ModelFileException {
        numbers++;
        if (numbers > MOST_NUMBERS) {
            throw json.problem("more than " + MOST_NUMBERS
                    + " numbers are told of workflows that go on; train the model on fewer workflows");
        }
    }
}
