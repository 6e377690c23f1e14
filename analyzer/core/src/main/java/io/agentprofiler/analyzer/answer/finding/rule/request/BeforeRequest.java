// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.request;

import io.agentprofiler.analyzer.answer.critical.ClientTime;
import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes.TimedCall;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds client overhead: model calls that took long before their request was sent. Each process pays for its client's start in its
 * first call, which is told and no more unless the process waited meanwhile; a client that takes long again and again is worth
 * changing.
 */
public final class BeforeRequest extends WorkflowRule {
    static final Threshold BEFORE_REQUEST_MS =
            new Threshold("before-request-ms", 500, "time between the start of a model call and its first request");
    static final Threshold CLIENT_MS =
            new Threshold("client-ms", 50, "median time between the start of a model's calls and their first requests");

    /** Multiple of the threshold from which the start of a client has more than low impact. */
    private static final int START_TIMES = 4;

    /** Minimum number of slow calls after the start. */
    private static final int AGAIN = 2;

    public BeforeRequest() {
        super("before-request", BEFORE_REQUEST_MS, CLIENT_MS);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(CallTimes.BY_OPERATION);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<String, Set<Span>> late = new TreeMap<>();
        for (Span span : workflow.trace().spans()) {
            ClientTime client = Calls.usesTokens(span) && span.isMeasured()
                    ? ClientTime.before(span, workflow.path().serverTime(span))
                    : null;
            long before = client == null ? 0 : client.nanos();
            if (before > 0 && before >= workflow.of(CLIENT_MS) * Threshold.MILLI) {
                String name = Operation.of(span).label();
                workflow.note(
                        this,
                        name,
                        Confidence.STRONG,
                        new Aggregate(1).most(before).evidence(workflow.trace(), longest(client), before));
                for (ClientTime.ClientStretch stretch : client.stretches()) {
                    late.computeIfAbsent(name, any -> new HashSet<>()).add(stretch.span());
                    workflow.explains(
                            this, name, Confidence.STRONG, stretch.span(), stretch.fromNanos(), stretch.toNanos());
                }
            }
        }
        for (Map.Entry<String, Set<Span>> each : late.entrySet()) {
            String name = each.getKey();
            Set<Span> calls = each.getValue();
            workflow.note(this, name, Confidence.STRONG, workflow.saved(new Supposition() {
                @Override
                public long own(Span span, long startNanos, long nanos) {
                    return calls.contains(span.requestedBy() == null ? span : span.requestedBy())
                                    && workflow.path().serverTime(span) != null
                            ? nanos - workflow.path().serverTime(span).before(startNanos, startNanos + nanos)
                            : nanos;
                }
            }));
        }
    }

    /** Returns the call or wrapper span that took most of the time. */
    private static Span longest(ClientTime client) {
        return client.stretches().stream()
                .max(Comparator.comparingLong(ClientTime.ClientStretch::nanos))
                .orElseThrow()
                .span();
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        CallTimes times = finding.input(CallTimes.BY_OPERATION).entrySet().stream()
                .filter(entry -> entry.getKey().label().equals(finding.subject()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
        double client = finding.of(CLIENT_MS) * Threshold.MILLI;
        double slow = finding.of(BEFORE_REQUEST_MS) * Threshold.MILLI;
        List<TimedCall> starting = times.runs().stream()
                .flatMap(run -> times.starting(run).stream())
                .filter(call -> call.beforeNanos() >= client)
                .toList();
        long startNanos = starting.stream().mapToLong(TimedCall::beforeNanos).sum();
        long again = seen.occurrences() - starting.size();
        boolean often = times.before().percentile(50) >= client;
        if (again >= AGAIN && (often || longAgain(times, slow) >= AGAIN)) {
            finding.occurrences(again, seen.workflows())
                    .time(Math.max(0, seen.nanos() - startNanos))
                    .saves(Saving.time(Math.max(0, seen.saving().nanos() - startNanos)))
                    .over(
                            often ? CLIENT_MS : BEFORE_REQUEST_MS,
                            (often ? times.before().percentile(50) : seen.most()) / Threshold.MILLI)
                    .report(
                            "the client of " + finding.subject() + " took "
                                    + Units.duration(times.before().percentile(50))
                                    + " (median) before the first request of a call, up to "
                                    + Units.duration(seen.most()) + ", again and again: in "
                                    + Units.count(again) + " of "
                                    + Units.count(times.before().count(), "call")
                                    + " besides its start",
                            "this is the application's side, not the model: create the client once,"
                                    + " and look for a rate limiter, a lock or slow work around it");
        } else if (startNanos >= slow) {
            if (!waits(times, slow, finding)) {
                finding.impact(Impact.LOW);
            }
            finding.occurrences(starting.size(), seen.workflows())
                    .over(BEFORE_REQUEST_MS, seen.most() / Threshold.MILLI)
                    .report(
                            "the client of " + finding.subject() + " took " + Units.duration(startNanos)
                                    + " before its first request in "
                                    + (starting.size() == 1
                                            ? "the first call"
                                            : "the first " + starting.size() + " calls")
                                    + ", as it started",
                            "this is the client, not the model, and paid once by each process: create it and load its classes before users wait");
        }
    }

    /** Answers whether the process is known to have waited in its client's start, which is more than loading classes. */
    private static boolean waits(CallTimes times, double slow, Candidate finding) {
        return times.runs().stream()
                .anyMatch(run -> times.starting(run).stream()
                        .anyMatch(
                                call -> call.beforeNanos() >= START_TIMES * slow && finding.isKnownToWait(run, call)));
    }

    private static long longAgain(CallTimes times, double nanos) {
        return times.runs().stream()
                .mapToLong(run -> {
                    List<TimedCall> calls = times.first(run);
                    return calls.subList(times.starting(run).size(), calls.size()).stream()
                            .filter(call -> call.beforeNanos() >= nanos)
                            .count();
                })
                .sum();
    }
}
