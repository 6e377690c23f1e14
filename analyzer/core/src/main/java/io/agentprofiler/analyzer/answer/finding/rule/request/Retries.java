// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.request;

import io.agentprofiler.analyzer.answer.critical.Attempts;
import io.agentprofiler.analyzer.answer.critical.Attempts.Retry;
import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.facts.Quotes;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds retried requests: all but the last request of a model call, and failed requests of other calls that were followed by an equal
 * one.
 */
public final class Retries extends WorkflowRule {
    static final Threshold RETRIES_PER_CALL =
            new Threshold("retries-per-call", 1, "requests of one call that repeat an earlier one of it");

    public Retries() {
        super("retries", RETRIES_PER_CALL);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<String, Map<Span, Long>> retrying = new TreeMap<>();
        double most = Math.max(1, workflow.of(RETRIES_PER_CALL));
        for (Span span : workflow.trace().spans()) {
            if (span.children().isEmpty()) {
                continue;
            }
            List<Retry> retries = Calls.isModelCall(span) ? ofModelCall(span) : ofOtherCall(span);
            if (retries.size() + 1 > most && !retries.isEmpty()) {
                String name = Operation.of(span).label();
                long nanos = retries.stream().mapToLong(Retry::nanos).sum();
                retrying.computeIfAbsent(name, any -> new HashMap<>()).put(span, nanos);
                workflow.note(
                        this,
                        name,
                        Confidence.CERTAIN,
                        new Aggregate(retries.size())
                                .most(retries.size() + 1.0)
                                .evidence(
                                        workflow.trace(),
                                        span,
                                        nanos,
                                        Quotes.retry(span, Attempts.of(span).attempts())));
                retries.forEach(retry ->
                        workflow.explains(this, name, Confidence.CERTAIN, span, retry.fromNanos(), retry.toNanos()));
            }
        }
        for (Map.Entry<String, Map<Span, Long>> each : retrying.entrySet()) {
            workflow.note(
                    this, each.getKey(), Confidence.CERTAIN, workflow.saved(Supposition.shorter(each.getValue())));
        }
    }

    /** Returns the requests of a model call but the last: a model call needs one. */
    private static List<Retry> ofModelCall(Span call) {
        List<Span> attempts = Attempts.of(call).attempts();
        List<Retry> retries = new ArrayList<>();
        long from = attempts.isEmpty()
                ? 0
                : Math.max(call.startNanos(), attempts.get(0).startNanos());
        for (int i = 1; i < attempts.size(); i++) {
            long to = Math.max(from, Math.min(attempts.get(i).startNanos(), call.endNanos()));
            retries.add(new Retry(from, to));
            from = to;
        }
        return retries;
    }

    /** Returns the failed requests of another call that it sent again; it may need several, and any span of its own is none. */
    private static List<Retry> ofOtherCall(Span call) {
        return switch (call.kind()) {
            case TOOL, RETRIEVAL, EMBEDDING, RERANK, MEMORY, GUARDRAIL, EVALUATION ->
                Attempts.of(call).retries();
            case LLM, WORKFLOW, AGENT, PROMPT, HTTP, FUNCTION -> List.of();
        };
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        finding.over(RETRIES_PER_CALL, seen.most() - 1)
                .report(
                        Units.count(seen.occurrences(), "request") + " of " + finding.subject()
                                + " were retries; " + Units.duration(seen.nanos())
                                + " passed before the last attempt",
                        "find out why requests fail (rate limits, timeouts), and how long the client waits before it tries again");
    }
}
