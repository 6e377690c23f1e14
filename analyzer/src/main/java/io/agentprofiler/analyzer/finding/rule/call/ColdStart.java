// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.call;

import io.agentprofiler.analyzer.finding.Confidence;
import io.agentprofiler.analyzer.finding.Evidence;
import io.agentprofiler.analyzer.finding.Impact;
import io.agentprofiler.analyzer.finding.Saving;
import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.finding.rule.Candidate;
import io.agentprofiler.analyzer.finding.rule.OperationRule;
import io.agentprofiler.analyzer.finding.scan.CallTimes;
import io.agentprofiler.analyzer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.finding.scan.TimedCall;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.schema.SpanKind;
import java.util.List;
import java.util.TreeSet;

/**
 * The first call of an operation in a process took far longer than the others, by its own time: what it called has its own finding.
 *
 * <p>A model call without recorded requests is the exception: its first one may have loaded the client's classes and opened its
 * connection, as every program's does once.
 */
public final class ColdStart extends OperationRule {
    static final Threshold COLD_START_TIMES =
            new Threshold("cold-start-times", 3, "how many times longer the first call takes than the median");
    static final Threshold COLD_START_MS =
            new Threshold("cold-start-ms", 500, "how much longer the first call takes than the median");

    private static final int MIN_CALLS = 5;

    public ColdStart() {
        super("cold-start", COLD_START_TIMES, COLD_START_MS);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(CallTimes.BY_OPERATION);
    }

    @Override
    protected void judge(Operation operation, OperationFacts facts, Candidate finding) {
        CallTimes times = finding.input(CallTimes.BY_OPERATION).get(operation);
        if (times == null || times.own().count() < MIN_CALLS) {
            return;
        }
        double median = times.own().percentile(50);
        List<TimedCall> cold = times.runs().stream()
                .flatMap(run -> times.starting(run).stream())
                .filter(call -> call.ownNanos() >= median * finding.of(COLD_START_TIMES)
                        && call.ownNanos() - median >= finding.of(COLD_START_MS) * Threshold.MILLI)
                .toList();
        if (cold.isEmpty()) {
            return;
        }
        boolean model = operation.kind() == SpanKind.LLM || operation.kind() == SpanKind.EMBEDDING;
        if (model && cold.stream().anyMatch(call -> call.beforeNanos() == TimedCall.UNKNOWN)) {
            finding.impact(Impact.LOW);
        }
        long saved = cold.stream().mapToLong(call -> call.waitedBeyond(median)).sum();
        List<Evidence> evidence = cold.stream()
                .map(call -> call.evidence(call.ownNanos()))
                .sorted(Evidence.WEIGHTIEST_FIRST)
                .limit(Evidence.MOST)
                .toList();
        long longest = evidence.get(0).weight();
        finding.confidence(saved > 0 ? Confidence.STRONG : Confidence.MEASURED)
                .occurrences(
                        cold.size(),
                        new TreeSet<>(cold.stream().map(TimedCall::trace).toList()).size())
                .time(saved)
                .saves(Saving.time(saved))
                .evidence(evidence)
                .over(COLD_START_TIMES, longest / Math.max(1, median))
                .report(
                        (cold.size() == 1
                                        ? "the first call of " + operation.label() + " took "
                                        : "the first " + Units.count(cold.size(), "call") + " of " + operation.label()
                                                + " took up to ")
                                + Units.duration(longest) + ", the median is " + Units.duration(median),
                        "warm it up before users wait for it: a first call, its connection, its classes");
    }
}
