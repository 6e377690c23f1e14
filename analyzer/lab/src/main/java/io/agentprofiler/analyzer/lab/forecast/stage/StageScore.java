// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.stage;

import io.agentprofiler.shared.forecast.StageTarget;
import java.util.List;

/**
 * How the forecasts of one target did on later workflows.
 *
 * @param target what was told
 * @param samples how many times
 * @param workflows in how many workflows
 * @param mean mean of what happened
 * @param scores each forecast's
 * @param best word of the one that is used
 */
public record StageScore(StageTarget target, int samples, int workflows, double mean, List<Score> scores, String best) {
    /** Copies the list. */
    public StageScore {
        scores = List.copyOf(scores);
    }

    /**
     * A forecast's score.
     *
     * @param kind its word
     * @param error mean absolute error, of the stages at which all forecasts told something
     * @param told share of the stages with an interval
     * @param coverage share of what happened that lay in the interval, of the stages with one
     * @param width mean width of the interval
     */
    public record Score(String kind, double error, double told, double coverage, double width) {}

    /** Returns the score of a forecast. */
    public Score score(String kind) {
        return scores.stream()
                .filter(one -> one.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }
}
