// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import java.util.Map;
import org.springframework.ai.evaluation.EvaluationRequest;
import org.springframework.ai.evaluation.EvaluationResponse;
import org.springframework.ai.evaluation.Evaluator;

/** Scores an answer by its length, without a model. */
final class BrevityEvaluator implements Evaluator {
    @Override
    public EvaluationResponse evaluate(EvaluationRequest request) {
        float score = 2.5f / request.getResponseContent().length();
        return new EvaluationResponse(score > 0.2f, score, "as short as it is", Map.of());
    }
}
