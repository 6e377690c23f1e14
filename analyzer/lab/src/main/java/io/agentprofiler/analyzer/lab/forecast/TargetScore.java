// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast;

import io.agentprofiler.analyzer.lab.forecast.predict.Fitted;
import java.util.List;

/**
 * How the predictors of one target did on workflows they had not seen.
 *
 * @param target what was told
 * @param samples how many times
 * @param workflows in how many workflows
 * @param mean mean of what happened
 * @param scores each predictor's
 * @param best word of the predictor that the training had chosen
 * @param verdict whether it is better than the better of the two naive ones
 */
public record TargetScore(
        Target target, int samples, int workflows, double mean, List<Score> scores, String best, Verdict verdict) {
    /** Comparison with a naive forecast. */
    public enum Verdict {
        /** Its error is smaller, by more than chance: the 95 % interval of the difference per workflow is above 0. */
        BETTER,
        /** Its error is smaller, but chance alone might do that. */
        UNCLEAR,
        /** Its error is not smaller. */
        NOT_BETTER,
        /** Training had found nothing better than the naive forecast already. */
        NAIVE
    }

    /**
     * A predictor's score.
     *
     * @param predictor its word
     * @param error mean absolute error
     * @param coverage share of what happened that lay in the interval, which is made to hold {@link Fitted#LEVEL}
     * @param width mean width of the intervals
     */
    public record Score(String predictor, double error, double coverage, double width) {}

    /** Returns the score of a predictor. */
    public Score score(String predictor) {
        return scores.stream()
                .filter(score -> score.predictor().equals(predictor))
                .findFirst()
                .orElseThrow();
    }
}
