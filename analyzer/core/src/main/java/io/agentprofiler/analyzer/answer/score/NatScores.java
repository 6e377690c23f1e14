// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.score;

import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.read.text.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what an evaluator of NVIDIA's NeMo Agent Toolkit wrote, {@code NAME_output.json}: {@code average_score}, and in {@code
 * eval_output_items} the {@code id}, {@code score}, {@code reasoning} and {@code error} of each item. The metric is the evaluator's
 * name, as the file has it. An item without a score (its evaluation failed) is no score; neither is a structured one.
 */
final class NatScores {
    /** The field that no other file of scores has. */
    static final String ITEMS = "eval_output_items";

    private static final String END = "_output.json";

    private NatScores() {}

    /**
     * Reads the scores of a file.
     *
     * @param file its name gives the metric
     * @param root what it holds
     * @throws JsonFileException when an item has no id, or a score that is none
     */
    static List<Score> read(Path file, JsonNode root) throws JsonFileException {
        String name = String.valueOf(file.getFileName());
        String metric = name.endsWith(END) && name.length() > END.length()
                ? name.substring(0, name.length() - END.length())
                : name.replaceFirst("\\.json$", "");
        List<Score> scores = new ArrayList<>();
        for (JsonNode item : root.require(ITEMS).items()) {
            String id = item.require("id").scalar();
            JsonNode score = item.get("score");
            if (score != null && !score.isObject() && !score.isArray()) {
                scores.add(new Score(id, metric, ScoreFile.value(score)));
            }
        }
        return scores;
    }
}
