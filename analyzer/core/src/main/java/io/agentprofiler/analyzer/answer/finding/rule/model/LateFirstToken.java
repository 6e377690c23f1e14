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
import java.util.Map;
import java.util.TreeMap;

/** Finds models with a long time to first token: requests queue, prompts are long, or the model reasons first. */
public final class LateFirstToken extends WorkflowRule {
    static final Threshold FIRST_TOKEN_MS =
            new Threshold("first-token-ms", 250, "mean time from a model's request to the first token of its answer");
    static final Threshold FIRST_TOKEN_TOKENS = new Threshold(
            "first-token-tokens", 50, "how many further tokens the model writes in the time to its first token");
    static final Threshold FIRST_TOKEN_LATE_MS = new Threshold(
            "first-token-late-ms", 1000, "mean time to the first token that is late however fast the model writes");
    static final Threshold FIRST_TOKEN_SHARE =
            new Threshold("first-token-share", 0.2, "share of the run time spent waiting for late first tokens");

    public LateFirstToken() {
        super("late-first-token", FIRST_TOKEN_MS, FIRST_TOKEN_TOKENS, FIRST_TOKEN_LATE_MS, FIRST_TOKEN_SHARE);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(AnswerSpeed.BY_MODEL);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<String, Map<Span, Long>> late = new TreeMap<>();
        for (Span span : workflow.trace().spans()) {
            if (Calls.isModelCall(span) && span.isMeasured() && span.status() == SpanStatus.OK) {
                Streamed parts = Streamed.of(workflow, span);
                long nanos = parts == null ? AnswerSpeed.answerNanos(workflow, span) : parts.firstNanos();
                if (nanos >= workflow.of(FIRST_TOKEN_MS) * Threshold.MILLI) {
                    String model = Operation.of(span).label();
                    // of a whole answer it is not known yet which part of it that is
                    Aggregate seen =
                            new Aggregate(1).evidence(workflow.trace(), span, nanos, parts == null ? 0 : nanos);
                    workflow.note(this, model, Confidence.MEASURED, seen);
                    long from = AnswerSpeed.requested(workflow, span);
                    workflow.explains(this, model, Confidence.MEASURED, span, from, from + nanos);
                    if (parts != null) {
                        late.computeIfAbsent(model, any -> new HashMap<>()).put(span, nanos);
                    }
                }
            }
        }
        for (Map.Entry<String, Map<Span, Long>> each : late.entrySet()) {
            workflow.note(
                    this, each.getKey(), Confidence.MEASURED, workflow.saved(Supposition.shorter(each.getValue())));
        }
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        AnswerSpeed speed = finding.input(AnswerSpeed.BY_MODEL).get(finding.subject());
        SpeedEstimate estimate = speed == null ? null : speed.estimate();
        if (estimate == null || !isLate(estimate, finding)) {
            return;
        }
        long waited = estimate.recorded() ? seen.saving().nanos() : speed.waited(call -> estimate.firstNanos());
        finding.time(waited);
        if (finding.timeShare() < finding.of(FIRST_TOKEN_SHARE)) {
            return;
        }
        finding.saves(Saving.upTo(waited))
                .over(FIRST_TOKEN_MS, estimate.firstNanos() / Threshold.MILLI)
                .report(title(finding, estimate), advice(speed.meanReasoning()));
    }

    /** Answers whether the first token is late even where the estimate is too high. */
    private static boolean isLate(SpeedEstimate estimate, Candidate finding) {
        double millis = estimate.first().low() / Threshold.MILLI;
        double tokenMillis = estimate.token().high() / Threshold.MILLI;
        return millis >= finding.of(FIRST_TOKEN_LATE_MS)
                || millis >= finding.of(FIRST_TOKEN_MS) && millis >= tokenMillis * finding.of(FIRST_TOKEN_TOKENS);
    }

    private static String title(Candidate finding, SpeedEstimate estimate) {
        return "the first token of " + finding.subject() + " comes after " + Units.duration(estimate.firstNanos())
                + " on average, in which it writes "
                + Units.count(Math.round(estimate.firstNanos() / estimate.tokenNanos()), "token") + " later on (n="
                + estimate.calls()
                + (estimate.recorded()
                        ? ")"
                        : "; told by how the time of calls grows with their output, between "
                                + Units.duration(estimate.first().low()) + " and "
                                + Units.duration(estimate.first().high()) + ")");
    }

    private static String advice(double reasoning) {
        return reasoning >= 1
                ? "it reasons first (" + Units.count(Math.round(reasoning), "token")
                        + " a call): ask for less reasoning, or ask a model that does not"
                : "generation is not the matter: look for a queue at the model's server, send a shorter prompt or one whose"
                        + " beginning can be cached (analyzer prefix), or ask another model";
    }
}
