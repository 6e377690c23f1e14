// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.OperationRule;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes.TimedCall;
import io.agentprofiler.analyzer.answer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds cold starts: the first call of an operation in a process with a far longer self time than the others. Child calls have
 * findings of their own.
 *
 * <p>The first call of a model loads the client's classes and opens its connection, as every program's does once, and partly in
 * its first request. Only where the process is known to have waited meanwhile was it the model's server that started.
 */
public final class ColdStart extends OperationRule {
    static final Threshold COLD_START_TIMES =
            new Threshold("cold-start-times", 3, "how many times longer the first call takes than the median");
    static final Threshold COLD_START_MS =
            new Threshold("cold-start-ms", 500, "how much longer the first call takes than the median");

    static final Threshold COLD_MODEL_MS = new Threshold(
            "cold-model-ms",
            2000,
            "how much longer than the median a model's first call takes to have more than low impact");

    private static final int MIN_CALLS = 5;

    public ColdStart() {
        super("cold-start", COLD_START_TIMES, COLD_START_MS, COLD_MODEL_MS);
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
        boolean model = operation.kind() == SpanKind.LLM || operation.kind() == SpanKind.EMBEDDING;
        List<TimedCall> cold = new ArrayList<>();
        boolean told = true;
        for (String run : times.runs()) {
            for (TimedCall call : times.starting(run)) {
                double excess = call.ownNanos() - median;
                if (call.ownNanos() >= median * finding.of(COLD_START_TIMES)
                        && excess >= finding.of(COLD_START_MS) * Threshold.MILLI) {
                    cold.add(call);
                    told &= !model
                            || excess >= finding.of(COLD_MODEL_MS) * Threshold.MILLI
                                    && finding.isKnownToWait(run, call);
                }
            }
        }
        if (cold.isEmpty()) {
            return;
        }
        if (!told) {
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
                        told
                                ? "warm it up before users wait for it: a first call, its connection, its classes"
                                : "this may be the start of the client, which each process pays for once: make a first call before users wait");
    }
}
