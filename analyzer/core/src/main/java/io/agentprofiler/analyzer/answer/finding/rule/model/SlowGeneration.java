// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.model;

import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.rule.model.AnswerSpeed.Streamed;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Finds models with a long time per output token. */
public final class SlowGeneration extends WorkflowRule {
    static final Threshold TOKEN_MS =
            new Threshold("token-ms", 25, "mean time of each token of an answer after its first");
    static final Threshold TOKEN_LEAST_MS = new Threshold(
            "token-least-ms", 10, "mean time of each such token that may be slow beside the model's own first token");
    static final Threshold TOKEN_OF_FIRST =
            new Threshold("token-of-first", 0.25, "time of each such token, as a part of the time to the first token");
    static final Threshold GENERATION_SHARE =
            new Threshold("generation-share", 0.2, "share of the run time spent waiting for slow generation");

    public SlowGeneration() {
        super("slow-generation", TOKEN_MS, TOKEN_LEAST_MS, TOKEN_OF_FIRST, GENERATION_SHARE);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(AnswerSpeed.BY_MODEL);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<String, Map<Span, Long>> slow = new TreeMap<>();
        double limit = Math.min(workflow.of(TOKEN_MS), workflow.of(TOKEN_LEAST_MS)) * Threshold.MILLI;
        for (Span span : workflow.trace().spans()) {
            if (Calls.isModelCall(span) && span.isMeasured() && span.status() == SpanStatus.OK) {
                Streamed parts = Streamed.of(workflow, span);
                String model = Operation.of(span).label();
                long nanos = parts == null ? AnswerSpeed.answerNanos(workflow, span) : parts.furtherNanos();
                double tokens = parts == null ? Math.max(1, span.tokens().output()) : parts.further();
                if (nanos >= limit * tokens) {
                    // of a whole answer it is not known yet which part of it that is
                    Aggregate seen =
                            new Aggregate(1).evidence(workflow.trace(), span, nanos, parts == null ? 0 : nanos);
                    workflow.note(this, model, Confidence.MEASURED, seen);
                    long from = AnswerSpeed.requested(workflow, span) + (parts == null ? 0 : parts.firstNanos());
                    workflow.explains(this, model, Confidence.MEASURED, span, from, from + nanos);
                    if (parts != null) {
                        slow.computeIfAbsent(model, any -> new HashMap<>()).put(span, nanos);
                    }
                }
            }
        }
        for (Map.Entry<String, Map<Span, Long>> each : slow.entrySet()) {
            workflow.note(
                    this, each.getKey(), Confidence.MEASURED, workflow.saved(Supposition.shorter(each.getValue())));
        }
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        AnswerSpeed speed = finding.input(AnswerSpeed.BY_MODEL).get(finding.subject());
        SpeedEstimate estimate = speed == null ? null : speed.estimate();
        if (estimate == null || !isSlow(estimate, finding)) {
            return;
        }
        long waited = estimate.recorded()
                ? seen.saving().nanos()
                : speed.waited(call -> estimate.tokenNanos() * Math.max(0, call.output()));
        finding.time(waited);
        if (finding.timeShare() < finding.of(GENERATION_SHARE)) {
            return;
        }
        finding.saves(Saving.upTo(waited))
                .over(
                        estimate.tokenNanos() / Threshold.MILLI >= finding.of(TOKEN_MS) ? TOKEN_MS : TOKEN_LEAST_MS,
                        estimate.tokenNanos() / Threshold.MILLI)
                .report(
                        title(finding, estimate),
                        "ask for shorter answers or a faster model (analyzer whatif swap); on a server of your own, look at its"
                                + " load and batches, or try speculative decoding");
    }

    /** Answers whether generation is slow even where the estimate is too high. */
    private static boolean isSlow(SpeedEstimate estimate, Candidate finding) {
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
                + " (n=" + estimate.calls()
                + (estimate.recorded()
                        ? ")"
                        : "; told by how the time of calls grows with their output, between "
                                + Units.duration(estimate.token().low()) + " and "
                                + Units.duration(estimate.token().high()) + ")");
    }
}
