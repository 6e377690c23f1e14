// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.request;

import io.agentprofiler.analyzer.answer.critical.Attempts;
import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds requests that each open a connection of their own, as the spans below them tell: a client made for each call, or connections
 * that are not kept. The first connections are needed, as many as calls of a workflow open at most.
 */
public final class NewConnections extends WorkflowRule {
    static final Threshold CONNECTIONS_PER_REQUEST =
            new Threshold("connections-per-request", 0.5, "share of a model's requests that open a connection");

    /** Names of spans in which a client connects and negotiates TLS. */
    private static final Set<String> CONNECTING = Set.of("CONNECT", "SSL handshake");

    private static final int FEWEST_REQUESTS = 10;

    /** How many requests each operation sent. */
    private static final RuleInput<Map<String, Long>> REQUESTS = new RuleInput<>(
            TreeMap::new,
            (into, workflow) -> {
                for (Span span : workflow.trace().spans()) {
                    if (Calls.usesTokens(span)) {
                        long requests = Attempts.of(span).attempts().size();
                        into.merge(Operation.of(span).label(), requests, Long::sum);
                    }
                }
            },
            (into, more) -> more.forEach((name, requests) -> into.merge(name, requests, Long::sum)));

    public NewConnections() {
        super("new-connections", CONNECTIONS_PER_REQUEST);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(REQUESTS);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<String, Map<Span, Long>> connecting = new TreeMap<>();
        for (Span call : workflow.trace().spans()) {
            if (!Calls.usesTokens(call) || call.children().isEmpty()) {
                continue;
            }
            String name = Operation.of(call).label();
            long inCall = 0;
            for (Span request : Attempts.of(call).attempts()) {
                long nanos = 0;
                for (Span step : request.children()) {
                    if (isConnecting(step)) {
                        nanos += step.durationNanos();
                        workflow.explains(this, name, Confidence.CERTAIN, call, step.startNanos(), step.endNanos());
                    }
                }
                if (nanos > 0) {
                    inCall += nanos;
                    workflow.note(
                            this,
                            name,
                            Confidence.CERTAIN,
                            new Aggregate(1).evidence(workflow.trace(), request, nanos));
                }
            }
            if (inCall > 0) {
                connecting.computeIfAbsent(name, any -> new HashMap<>()).put(call, inCall);
            }
        }
        connecting.forEach((name, calls) -> {
            workflow.note(this, name, Confidence.CERTAIN, new Aggregate(0).most(calls.size()));
            workflow.note(this, name, Confidence.CERTAIN, workflow.saved(Supposition.shorter(calls)));
        });
    }

    private static boolean isConnecting(Span span) {
        return span.kind() == SpanKind.FUNCTION && CONNECTING.contains(span.name()) && span.isMeasured();
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        long requests = finding.input(REQUESTS).getOrDefault(finding.subject(), 0L);
        double share = seen.occurrences() / (double) Math.max(1, requests);
        long spare = seen.occurrences() - Math.round(Math.max(1, seen.most()));
        if (requests < FEWEST_REQUESTS || spare <= 0 || share < finding.of(CONNECTIONS_PER_REQUEST)) {
            return;
        }
        double part = spare / (double) seen.occurrences();
        finding.time(Math.round(part * seen.nanos()))
                .saves(Saving.time(Math.round(part * seen.saving().nanos())))
                .over(CONNECTIONS_PER_REQUEST, share)
                .report(
                        Units.count(seen.occurrences()) + " of " + Units.count(requests, "request") + " of "
                                + finding.subject() + " opened a connection, which took "
                                + Units.duration(seen.nanos() / (double) seen.occurrences()) + " on average",
                        "create the HTTP client once and use it for all calls, and let it keep its connections");
    }
}
