// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.model;

import io.agentprofiler.analyzer.critical.Change;
import io.agentprofiler.analyzer.finding.Confidence;
import io.agentprofiler.analyzer.finding.Saving;
import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.finding.rule.Candidate;
import io.agentprofiler.analyzer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.finding.rule.model.AnswerSpeed.Streamed;
import io.agentprofiler.analyzer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.input.event.SpanStatus;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A model that writes slowly, token by token. */
public final class SlowGeneration extends WorkflowRule {
    static final Threshold TOKEN_MS =
            new Threshold("token-ms", 25, "mean time of each token of an answer after its first");
    static final Threshold GENERATION_SHARE =
            new Threshold("generation-share", 0.2, "share of the run time spent waiting for slow generation");

    public SlowGeneration() {
        super("slow-generation", TOKEN_MS, GENERATION_SHARE);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(AnswerSpeed.BY_MODEL);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<String, Map<Span, Long>> slow = new TreeMap<>();
        double limit = workflow.of(TOKEN_MS) * Threshold.MILLI;
        for (Span span : workflow.trace().spans()) {
            if (Calls.isModelCall(span) && span.isMeasured() && span.status() == SpanStatus.OK) {
                Streamed parts = Streamed.of(span);
                String model = Operation.of(span).label();
                long nanos = parts == null ? AnswerSpeed.answerNanos(span) : parts.furtherNanos();
                double tokens = parts == null ? Math.max(1, span.tokens().output()) : parts.further();
                if (nanos >= limit * tokens) {
                    // of a whole answer it is not known yet which part of it that is
                    Aggregate seen =
                            new Aggregate(1).evidence(workflow.trace(), span, nanos, parts == null ? 0 : nanos);
                    workflow.note(this, model, Confidence.MEASURED, seen);
                    long from = AnswerSpeed.requested(span) + (parts == null ? 0 : parts.firstNanos());
                    workflow.explains(this, model, Confidence.MEASURED, span, from, from + nanos);
                    if (parts != null) {
                        slow.computeIfAbsent(model, any -> new HashMap<>()).put(span, nanos);
                    }
                }
            }
        }
        slow.forEach((model, calls) -> workflow.note(this, model, Confidence.MEASURED, workflow.saved(new Change() {
            @Override
            public long length(Span span, long nanos) {
                return Math.max(0, nanos - calls.getOrDefault(span, 0L));
            }
        })));
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
                .over(TOKEN_MS, estimate.tokenNanos() / Threshold.MILLI)
                .report(
                        title(finding, estimate),
                        "ask for shorter answers or a faster model (analyzer whatif swap); on a server of your own, look at its"
                                + " load and batches, or try speculative decoding");
    }

    /** Answers whether generation is slow even where the estimate is too high. */
    static boolean isSlow(SpeedEstimate estimate, Candidate finding) {
        return estimate.token().low() >= finding.of(TOKEN_MS) * Threshold.MILLI;
    }

    private static String title(Candidate finding, SpeedEstimate estimate) {
        return finding.subject() + " takes " + Units.duration(estimate.tokenNanos())
                + String.format(
                        Locale.ROOT, " for each further token, %.1f tokens a second (n=", 1e9 / estimate.tokenNanos())
                + estimate.calls()
                + (estimate.recorded()
                        ? ")"
                        : "; told by how the time of calls grows with their output, between "
                                + Units.duration(estimate.token().low()) + " and "
                                + Units.duration(estimate.token().high()) + ")");
    }
}
