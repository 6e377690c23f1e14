// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.model;

import io.agentprofiler.analyzer.critical.Change;
import io.agentprofiler.analyzer.critical.latency.LatencyPart;
import io.agentprofiler.analyzer.critical.latency.LatencySplit;
import io.agentprofiler.analyzer.finding.Confidence;
import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.finding.rule.Candidate;
import io.agentprofiler.analyzer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Requests of model calls that had to be sent again. */
public final class Retries extends WorkflowRule {
    static final Threshold RETRIES_PER_CALL =
            new Threshold("retries-per-call", 1, "requests of one model call after its first");

    public Retries() {
        super("retries", RETRIES_PER_CALL);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<String, Map<Span, Long>> retrying = new TreeMap<>();
        for (Span span : workflow.trace().spans()) {
            LatencySplit split = Calls.isModelCall(span) && !span.children().isEmpty() ? LatencySplit.of(span) : null;
            if (split != null && split.requests() > Math.max(1, workflow.of(RETRIES_PER_CALL))) {
                String name = Operation.of(span).label();
                long nanos = split.nanos(LatencyPart.RETRYING);
                retrying.computeIfAbsent(name, any -> new HashMap<>()).put(span, nanos);
                workflow.note(
                        this,
                        name,
                        Confidence.CERTAIN,
                        new Aggregate(split.requests() - 1L)
                                .most(split.requests())
                                .evidence(workflow.trace(), span, nanos));
                long first = span.startNanos() + split.nanos(LatencyPart.WAITING);
                workflow.explains(this, name, Confidence.CERTAIN, span, first, first + nanos);
            }
        }
        for (Map.Entry<String, Map<Span, Long>> each : retrying.entrySet()) {
            workflow.note(this, each.getKey(), Confidence.CERTAIN, workflow.saved(Change.shorter(each.getValue())));
        }
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
