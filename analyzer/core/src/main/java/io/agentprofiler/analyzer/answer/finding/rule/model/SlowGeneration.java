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
import java.util.Locale;

/** Finds models with a long time per output token. */
public final class SlowGeneration extends AnswerSpeedRule {
    static final Threshold TOKEN_MS = new Threshold("token-ms", 25, "mean time per output token after the first");
    static final Threshold TOKEN_LEAST_MS = new Threshold(
            "token-least-ms",
            10,
            "least mean time per output token that counts as slow compared with the time to first token");
    static final Threshold TOKEN_OF_FIRST =
            new Threshold("token-of-first", 0.25, "time per output token, as a share of the time to first token");
    static final Threshold GENERATION_SHARE =
            new Threshold("generation-share", 0.2, "share of the run time spent waiting for slow generation");

    public SlowGeneration() {
        super("slow-generation", TOKEN_MS, TOKEN_LEAST_MS, TOKEN_OF_FIRST, GENERATION_SHARE);
    }

    @Override
    AnswerPart slow(WorkflowScan workflow, Span call, Streamed streamed) {
        double limit = Math.min(workflow.of(TOKEN_MS), workflow.of(TOKEN_LEAST_MS)) * Threshold.MILLI;
        long nanos = streamed == null ? AnswerSpeed.answerNanos(workflow, call) : streamed.furtherNanos();
        double tokens = streamed == null ? Math.max(1, call.tokens().output()) : streamed.further();
        return nanos >= limit * tokens ? new AnswerPart(streamed == null ? 0 : streamed.firstNanos(), nanos) : null;
    }

    @Override
    double nanosOf(Whole call, SpeedEstimate estimate) {
        return estimate.tokenNanos() * Math.max(0, call.output());
    }

    @Override
    void report(Candidate finding, SpeedEstimate estimate, AnswerSpeed speed) {
        double millis = estimate.tokenNanos() / Threshold.MILLI;
        finding.over(millis >= finding.of(TOKEN_MS) ? TOKEN_MS : TOKEN_LEAST_MS, millis)
                .report(
                        title(finding, estimate),
                        "ask for shorter answers or a faster model (analyzer whatif swap); on a server of your own, look at its"
                                + " load and batches, or try speculative decoding");
    }

    @Override
    boolean isSlow(SpeedEstimate estimate, Candidate finding) {
        double millis = estimate.token().low() / Threshold.MILLI;
        // a model that has read a prompt and queued in the time of a few tokens could write them faster
        return millis >= finding.of(TOKEN_MS)
                || estimate.recorded()
                        && millis >= finding.of(TOKEN_LEAST_MS)
                        && estimate.tokenNanos() >= estimate.firstNanos() * finding.of(TOKEN_OF_FIRST);
    }

    private static String title(Candidate finding, SpeedEstimate estimate) {
        return finding.subject() + " takes " + Units.duration(estimate.tokenNanos())
                + String.format(
                        Locale.ROOT, " for each further token, %.1f tokens a second", 1e9 / estimate.tokenNanos())
                + (estimate.recorded() ? "; its first comes after " + Units.duration(estimate.firstNanos()) : "")
                + " " + source(estimate, estimate.token());
    }
}
