// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.call;

import io.agentprofiler.analyzer.finding.Confidence;
import io.agentprofiler.analyzer.finding.Saving;
import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.finding.rule.Candidate;
import io.agentprofiler.analyzer.finding.rule.OperationRule;
import io.agentprofiler.analyzer.finding.rule.model.BeforeRequest;
import io.agentprofiler.analyzer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.List;

/** The first call of an operation took far longer than the others. */
public final class ColdStart extends OperationRule {
    static final Threshold COLD_START_TIMES =
            new Threshold("cold-start-times", 3, "how many times longer the first call takes than the median");
    static final Threshold COLD_START_MS =
            new Threshold("cold-start-ms", 200, "how much longer the first call takes than the median");

    private static final int MIN_CALLS = 5;

    public ColdStart() {
        super("cold-start", BeforeRequest.BEFORE_REQUEST_MS, COLD_START_TIMES, COLD_START_MS);
    }

    @Override
    protected void judge(Operation operation, OperationFacts facts, Candidate finding) {
        if (facts.durations().count() < MIN_CALLS || facts.earliest() == null) {
            return;
        }
        long first = facts.earliest().weight();
        double median = facts.durations().percentile(50);
        // what went by before its request is said as such
        long said = facts.earliestBeforeNanos() >= finding.of(BeforeRequest.BEFORE_REQUEST_MS) * Threshold.MILLI
                ? facts.earliestBeforeNanos()
                : 0;
        long excess = Math.round(first - median) - said;
        if (first - said >= median * finding.of(COLD_START_TIMES)
                && excess >= finding.of(COLD_START_MS) * Threshold.MILLI) {
            long saved = Math.min(excess, facts.earliestWaitedNanos());
            finding.confidence(saved > 0 ? Confidence.STRONG : Confidence.MEASURED)
                    .occurrences(1, 1)
                    .time(saved)
                    .saves(Saving.time(saved))
                    .evidence(List.of(facts.earliest()))
                    .over(COLD_START_TIMES, first / Math.max(1, median))
                    .report(
                            "the first call of " + operation.label() + " took " + Units.duration(first)
                                    + ", the median is " + Units.duration(median),
                            "warm it up before users wait for it: a first call, its connection, its classes");
        }
    }
}
