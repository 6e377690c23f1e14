// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.score;

import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.answer.score.ScoreFile.BadScoresException;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.tree.FieldNames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The directory that an evaluation of NVIDIA's NeMo Agent Toolkit writes: the traces of its requests, {@code NAME_output.json} with the
 * scores of each evaluator, and {@code workflow_output.json} with the items of the data set in the order of the requests. Evaluators
 * name an item by the value of the data set's {@code id_key}, traces by the number of the request.
 */
final class NatOutputs {
    /** What the evaluators' files have, and no other file of scores. */
    static final String ITEMS = "eval_output_items";

    static final String SUFFIX = "_output.json";

    private static final String TRACES = "all_requests_profiler_traces.json";
    private static final String WORKFLOW = "workflow_output.json";
    private static final int HEAD_BYTES = 64 * 1024;
    private static final JsonFactory JSON = new JsonFactory();

    private NatOutputs() {}

    /**
     * Returns the numbers of the requests by the ids of their items, which are the first fields of the items; nothing where there is no
     * {@code workflow_output.json} beside a file of scores. An id that two items share is not among them.
     */
    static Map<String, String> requests(Path scores) throws IOException {
        Path file = scores.resolveSibling(WORKFLOW);
        Map<String, String> numbers = new HashMap<>();
        if (!Files.isRegularFile(file)) {
            return numbers;
        }
        Set<String> twice = new HashSet<>();
        try (InputStream stream = Files.newInputStream(file);
                JsonParser parser = JSON.createParser(ObjectReadContext.empty(), stream)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                return numbers;
            }
            for (int number = 0; parser.nextToken() == JsonToken.START_OBJECT; number++) {
                String id = firstValue(parser);
                if (id != null && numbers.put(id, Integer.toString(number)) != null) {
                    twice.add(id);
                }
            }
        } catch (JacksonException e) {
            // a file that breaks off: the items before that have their numbers
            numbers.keySet().removeAll(twice);
            return numbers;
        }
        numbers.keySet().removeAll(twice);
        return numbers;
    }

    /** Returns the value of an object's first field, {@code null} if it is no text and no number, and goes on to the object's end. */
    private static String firstValue(JsonParser parser) {
        String value = null;
        boolean first = true;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            JsonToken token = parser.nextToken();
            if (first && (token == JsonToken.VALUE_STRING || token.isNumeric())) {
                value = parser.getString();
            }
            first = false;
            parser.skipChildren();
        }
        return value;
    }

    /**
     * Returns the scores that lie beside traces of requests.
     *
     * @param inputs files of traces
     */
    static List<Score> beside(Inputs inputs) throws CommandException {
        Set<Path> directories = new TreeSet<>();
        inputs.runs().stream()
                .flatMap(run -> run.files().stream())
                .map(file -> file.file().path().toAbsolutePath())
                .filter(path -> Objects.toString(path.getFileName()).equals(TRACES))
                .forEach(path -> directories.add(path.getParent()));
        List<Score> scores = new ArrayList<>();
        for (Path directory : directories) {
            try {
                for (Path file : files(directory)) {
                    scores.addAll(ScoreFile.read(file));
                }
            } catch (IOException e) {
                throw new CommandException(directory + ": cannot be read: " + Reasons.of(e));
            } catch (BadScoresException e) {
                throw new CommandException(e.getMessage());
            }
        }
        return scores;
    }

    private static Set<Path> files(Path directory) throws IOException {
        Set<Path> files = new TreeSet<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            for (Path file : found) {
                if (!Objects.toString(file.getFileName()).equals(WORKFLOW) && isOfEvaluator(file)) {
                    files.add(file);
                }
            }
        }
        return files;
    }

    private static boolean isOfEvaluator(Path file) throws IOException {
        try (InputStream stream = Files.newInputStream(file)) {
            return FieldNames.ofFirstObject(stream.readNBytes(HEAD_BYTES)).contains(ITEMS);
        }
    }
}
