// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.model;

import io.agentprofiler.analyzer.critical.Change;
import io.agentprofiler.analyzer.critical.latency.ServerTime;
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
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Model calls that took long before their request was sent: the client's start, not the model. */
public final class BeforeRequest extends WorkflowRule {
    /** From here on the time before a call's first request is said as such. */
    public static final Threshold BEFORE_REQUEST_MS =
            new Threshold("before-request-ms", 500, "time between the start of a model call and its first request");

    public BeforeRequest() {
        super("before-request", BEFORE_REQUEST_MS);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<String, Set<Span>> late = new TreeMap<>();
        for (Span span : workflow.trace().spans()) {
            ServerTime time = Calls.usesTokens(span) && span.isMeasured() ? ServerTime.of(span) : null;
            long before = time == null ? 0 : time.before(span.startNanos(), span.endNanos());
            if (before > 0 && before >= workflow.of(BEFORE_REQUEST_MS) * Threshold.MILLI) {
                String name = Operation.of(span).label();
                late.computeIfAbsent(name, any -> new HashSet<>()).add(span);
                workflow.note(
                        this,
                        name,
                        Confidence.STRONG,
                        new Aggregate(1).most(before).evidence(workflow.trace(), span, before));
            }
        }
        late.forEach((name, calls) -> workflow.note(this, name, Confidence.STRONG, workflow.saved(new Change() {
            @Override
            public long own(Span span, long startNanos, long nanos) {
                return calls.contains(span)
                        ? nanos - workflow.path().serverTime(span).before(startNanos, startNanos + nanos)
                        : nanos;
            }
        })));
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        finding.over(BEFORE_REQUEST_MS, seen.most() / Threshold.MILLI)
                .report(
                        "the client of " + finding.subject() + " took " + Units.duration(seen.nanos())
                                + " before its first request in "
                                + Units.count(seen.occurrences(), "call")
                                + (seen.occurrences() > 1 ? " (up to " + Units.duration(seen.most()) + " in one)" : ""),
                        "this is the client, not the model: create it, load its classes and open its connection before users wait");
    }
}
