// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.score;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.read.text.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads a file of scores, CSV or JSON as its first character tells. Either a row (an object) is a score, with the workflow's
 * id, the metric and the value; or it is a workflow with its id and a column (a field) for each metric, as evaluation
 * tools export them, whose columns of texts are skipped; or the file is one of {@link NatScores}. A metric without a value is no score.
 */
public final class ScoreFile {
    private static final Set<String> IDS =
            Set.of("workflow_id", "workflow", "trace_id", "conversation_id", "request_number", "id");
    /** What evaluation tools write beside their scores: what was asked, answered, retrieved and expected. */
    private static final Set<String> TEXTS = Set.of(
            "question",
            "answer",
            "contexts",
            "ground_truth",
            "ground_truths",
            "user_input",
            "response",
            "retrieved_contexts",
            "retrieved_context_ids",
            "reference",
            "reference_contexts",
            "reference_context_ids",
            "reference_tool_calls",
            "reference_topics",
            "multi_responses",
            "rubrics",
            "persona_name",
            "query_style",
            "query_length",
            "synthesizer_name");

    private static final String METRIC = "metric";
    private static final Set<String> VALUES = Set.of("value", "score");

    private ScoreFile() {}

    /** What a file of scores has that it should not have; the message names file and line. */
    public static final class BadScoresException extends Exception {
        private static final long serialVersionUID = 1;

        BadScoresException(String message) {
            super(message);
        }
    }

    /**
     * Reads the scores.
     *
     * @throws IOException when the file cannot be read
     * @throws BadScoresException when it is not of this format
     */
    public static List<Score> read(Path file) throws IOException, BadScoresException {
        List<Score> scores = isJson(file) ? json(file) : csv(file);
        if (scores.isEmpty()) {
            throw new BadScoresException(file + ": holds no score; " + expected());
        }
        return List.copyOf(scores);
    }

    private static String expected() {
        return "expected the columns workflow_id,metric,value or workflow_id and a column for each metric";
    }

    private static boolean isJson(Path file) throws IOException {
        try (var stream = Files.newInputStream(file)) {
            int c = stream.read();
            while (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
                c = stream.read();
            }
            return c == '[' || c == '{';
        }
    }

    private static List<Score> csv(Path file) throws IOException, BadScoresException {
        List<Score> scores = new ArrayList<>();
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(file)) {
            for (NamedCsvRecord row : csv) {
                add(scores, row.getFieldsAsMap(), file + ":" + row.getStartingLineNumber() + ": ");
            }
        } catch (CsvParseException e) {
            throw new BadScoresException(file + ": not CSV: " + e.getMessage());
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof CharacterCodingException) {
                throw new BadScoresException(file + ": not a text in UTF-8");
            }
            throw e.getCause();
        }
        return scores;
    }

    private static void add(List<Score> scores, Map<String, String> row, String place) throws BadScoresException {
        String id = field(row, IDS);
        if (id == null) {
            throw new BadScoresException(place + "no workflow; " + expected());
        }
        String metric = field(row, Set.of(METRIC));
        if (metric != null) {
            String value = field(row, VALUES);
            if (value == null) {
                throw new BadScoresException(place + "no value; " + expected());
            }
            scores.add(new Score(id, metric, number(value, place)));
            return;
        }
        for (Map.Entry<String, String> one : row.entrySet()) {
            if (isMetric(one.getKey()) && isSaid(one.getValue())) {
                scores.add(new Score(id, one.getKey().strip(), number(one.getValue(), place)));
            }
        }
    }

    private static boolean isMetric(String column) {
        return !IDS.contains(lower(column)) && !TEXTS.contains(lower(column)) && !isRowNumber(column);
    }

    /** Tools that write the rows of a table number them in a first column without a name. */
    private static boolean isRowNumber(String column) {
        return column.isBlank() || lower(column).equals("unnamed: 0");
    }

    /** A metric that could not be worked out is an empty cell, or no number. */
    private static boolean isSaid(String value) {
        return !value.isBlank() && !lower(value).equals("nan");
    }

    private static String field(Map<String, String> row, Set<String> names) {
        for (Map.Entry<String, String> one : row.entrySet()) {
            if (names.contains(lower(one.getKey())) && !one.getValue().isBlank()) {
                return one.getValue().strip();
            }
        }
        return null;
    }

    private static String lower(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }

    private static double number(String text, String place) throws BadScoresException {
        String value = text.strip();
        try {
            double number = Double.parseDouble(value);
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // a verdict may be a word
            switch (lower(value)) {
                case "true", "pass":
                    return 1;
                case "false", "fail":
                    return 0;
                default:
                    break;
            }
        }
        throw new BadScoresException(place + "a score takes a number, true or false, not " + value);
    }

    private static List<Score> json(Path file) throws IOException, BadScoresException {
        try {
            JsonNode root = JsonNode.read(file);
            if (root.isObject() && root.get(NatOutputs.ITEMS) != null) {
                return NatScores.read(file, root);
            }
            List<Score> scores = new ArrayList<>();
            for (JsonNode item :
                    root.isArray() ? root.items() : root.require("scores").items()) {
                add(scores, item);
            }
            return scores;
        } catch (JsonFileException e) {
            throw new BadScoresException(e.getMessage());
        }
    }

    private static void add(List<Score> scores, JsonNode item) throws JsonFileException {
        JsonNode id = field(item, IDS);
        if (id == null) {
            throw item.problem("no workflow; expected the fields workflow_id, metric, value");
        }
        JsonNode metric = field(item, Set.of(METRIC));
        if (metric != null) {
            JsonNode value = field(item, VALUES);
            if (value == null) {
                throw item.problem("no value; expected the fields workflow_id, metric, value");
            }
            scores.add(new Score(id.scalar(), metric.text(), value(value)));
            return;
        }
        for (Map.Entry<String, JsonNode> one : item.fields().entrySet()) {
            if (isMetric(one.getKey()) && item.get(one.getKey()) != null) {
                scores.add(new Score(id.scalar(), one.getKey(), value(one.getValue())));
            }
        }
    }

    /** Returns a score; a verdict is 1 or 0. */
    static double value(JsonNode value) throws JsonFileException {
        return value.isFlag() ? value.flag() ? 1 : 0 : value.number();
    }

    private static JsonNode field(JsonNode item, Set<String> names) throws JsonFileException {
        for (String name : item.fields().keySet()) {
            if (names.contains(lower(name))) {
                return item.get(name);
            }
        }
        return null;
    }

    /**
     * Reads what an evaluator of NVIDIA's NeMo Agent Toolkit wrote, {@code NAME_output.json}: {@code average_score}, and in {@code
     * eval_output_items} the {@code id}, {@code score}, {@code reasoning} and {@code error} of each item. The metric is the evaluator's
     * name, as the file has it. An item without a score (its evaluation failed) is no score; neither is a structured one.
     */
    private static final class NatScores {
        private NatScores() {}

        /**
         * Reads the scores of a file.
         *
         * @param file its name gives the metric
         * @param root what it holds
         * @throws IOException when the file beside it cannot be read
         * @throws JsonFileException when an item has no id, or a score that is none
         */
        static List<Score> read(Path file, JsonNode root) throws IOException, JsonFileException {
            String name = String.valueOf(file.getFileName());
            String end = NatOutputs.SUFFIX;
            String metric = name.endsWith(end) && name.length() > end.length()
                    ? name.substring(0, name.length() - end.length())
                    : name.replaceFirst("\\.json$", "");
            Map<String, String> requests = NatOutputs.requests(file);
            List<Score> scores = new ArrayList<>();
            for (JsonNode item : root.require(NatOutputs.ITEMS).items()) {
                String given = item.require("id").scalar();
                String id = requests.getOrDefault(given, given);
                JsonNode score = item.get("score");
                if (score != null && !score.isObject() && !score.isArray()) {
                    scores.add(new Score(id, metric, ScoreFile.value(score)));
                }
            }
            return scores;
        }
    }
}
