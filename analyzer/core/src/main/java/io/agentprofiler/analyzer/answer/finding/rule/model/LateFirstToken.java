// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.model;

import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.model.AnswerSpeed.Streamed;
import io.agentprofiler.analyzer.answer.finding.rule.model.AnswerSpeed.Whole;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.view.cell.Units;

/** Finds models with a long time to first token: requests queue, prompts are long, or the model reasons first. */
public final class LateFirstToken extends AnswerSpeedRule {
    static final Threshold FIRST_TOKEN_MS =
            new Threshold("first-token-ms", 250, "mean time to first token, from the model's request");
    static final Threshold FIRST_TOKEN_TOKENS = new Threshold(
            "first-token-tokens", 50, "tokens that the model writes in as much time as its time to first token");
    static final Threshold FIRST_TOKEN_LATE_MS = new Threshold(
            "first-token-late-ms", 1000, "mean time to first token that counts as late whatever the model's speed");
    static final Threshold FIRST_TOKEN_SHARE =
            new Threshold("first-token-share", 0.2, "share of the run time spent waiting for late first tokens");

    public LateFirstToken() {
        super("late-first-token", FIRST_TOKEN_MS, FIRST_TOKEN_TOKENS, FIRST_TOKEN_LATE_MS, FIRST_TOKEN_SHARE);
    }

    @Override
    AnswerPart slow(WorkflowScan workflow, Span call, Streamed streamed) {
        long nanos = streamed == null ? AnswerSpeed.answerNanos(workflow, call) : streamed.firstNanos();
        return nanos >= workflow.of(FIRST_TOKEN_MS) * Threshold.MILLI ? new AnswerPart(0, nanos) : null;
    }

    @Override
    double nanosOf(Whole call, SpeedEstimate estimate) {
        return estimate.firstNanos();
    }

    @Override
    void report(Candidate finding, SpeedEstimate estimate, AnswerSpeed speed) {
        finding.over(FIRST_TOKEN_MS, estimate.firstNanos() / Threshold.MILLI)
                .report(title(finding, estimate), advice(speed.meanReasoning()));
    }

    @Override
    boolean isSlow(SpeedEstimate estimate, Candidate finding) {
        double millis = estimate.first().low() / Threshold.MILLI;
        double tokenMillis = estimate.token().high() / Threshold.MILLI;
        return millis >= finding.of(FIRST_TOKEN_LATE_MS)
                || millis >= finding.of(FIRST_TOKEN_MS) && millis >= tokenMillis * finding.of(FIRST_TOKEN_TOKENS);
    }

    private static String title(Candidate finding, SpeedEstimate estimate) {
        return "the first token of " + finding.subject() + " comes after " + Units.duration(estimate.firstNanos())
                + " on average, in which it writes "
                + Units.count(Math.round(estimate.firstNanos() / estimate.tokenNanos()), "token") + " later on "
                + source(estimate, estimate.first());
    }

    private static String advice(double reasoning) {
        return reasoning >= 1
                ? "it reasons first (" + Units.count(Math.round(reasoning), "token")
                        + " a call): ask for less reasoning, or ask a model that does not"
                : "generation is not the matter: look for a queue at the model's server, send a shorter prompt or one whose"
                        + " beginning can be cached (analyzer prefix), or ask another model";
    }
}
