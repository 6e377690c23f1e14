// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;

/**
 * Finds calls of models and embeddings that begin together and are {@linkplain TakenInTurn taken in turn}: the client has too few
 * connections, or the server takes too few requests at a time. Only the client's side of a request was recorded, so it cannot be told
 * which of the two.
 */
public final class ConnectionWaits extends FindingRule {
    static final Threshold CONNECTION_SHARE = new Threshold(
            "connection-share", 0.05, "share of the run time spent waiting for other requests of the same model");

    public ConnectionWaits() {
        super("connection-waits", CONNECTION_SHARE);
    }

    /** Which calls wait for each other is known in the end only: until then it claims all of them. */
    @Override
    public boolean explainsAllItClaims() {
        return false;
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(CallTimes.BY_OPERATION);
    }

    private static boolean isAsked(SpanKind kind) {
        return kind == SpanKind.LLM || kind == SpanKind.EMBEDDING;
    }

    @Override
    public void scan(WorkflowScan workflow) {
        for (Span call : workflow.shared(CallTimes.CALLS)) {
            if (isAsked(call.kind())) {
                workflow.explains(this, Operation.of(call).label(), Confidence.MEASURED, List.of(call));
            }
        }
    }

    @Override
    public void assess(Assessment assessment) {
        assessment.input(CallTimes.BY_OPERATION).forEach((operation, times) -> {
            if (isAsked(operation.kind())) {
                judge(operation, times, assessment);
            }
        });
    }

    private void judge(Operation operation, CallTimes times, Assessment assessment) {
        TakenInTurn.Total waits = TakenInTurn.total(times);
        if (waits == null) {
            return;
        }
        Candidate finding = assessment
                .about(this, operation.label())
                .confidence(Confidence.MEASURED)
                .occurrences(waits.calls(), waits.workflows())
                .time(waits.nanos())
                .saves(Saving.upTo(waits.nanos()))
                .evidence(waits.evidence());
        if (finding.timeShare() >= finding.of(CONNECTION_SHARE)) {
            finding.over(CONNECTION_SHARE, finding.timeShare())
                    .report(
                            "requests to " + operation.label() + " " + waits.words(),
                            "let the HTTP client open more connections to this host, or the server take more requests at a"
                                    + " time: the recording does not show which of the two is too few");
        }
    }
}
