// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.critical.CriticalTotals;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.schema.SpanKind;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * What there is to say of one model, tool, embedding or retrieval: that it is slow, computes, starts cold, is called often or
 * costs much.
 *
 * <p><b>Threading:</b> one thread.
 */
final class OperationVerdicts {
    private static final int MIN_FOR_COLD_START = 5;
    private static final int MIN_FOR_P95 = 20;

    private final Thresholds thresholds;
    private final CriticalTotals totals;
    private final BiFunction<Rule, String, Draft> drafts;
    private final Consumer<Finding> findings;

    /**
     * Makes a judge.
     *
     * @param totals what all the workflows waited for
     * @param drafts begins a finding of a rule about a subject
     * @param findings takes what is found
     */
    OperationVerdicts(
            Thresholds thresholds,
            CriticalTotals totals,
            BiFunction<Rule, String, Draft> drafts,
            Consumer<Finding> findings) {
        this.thresholds = thresholds;
        this.totals = totals;
        this.drafts = drafts;
        this.findings = findings;
    }

    /** Adds what there is to say of an operation. */
    void judge(Operation operation, OperationFacts facts) {
        slow(operation, facts);
        cpu(operation, facts);
        coldStart(operation, facts);
        if (facts.mostCalls() > thresholds.of(Threshold.CALLS_PER_WORKFLOW)) {
            findings.accept(drafts.apply(Rule.MANY_CALLS, operation.label())
                    .about(facts)
                    .path(operation)
                    .over(Threshold.CALLS_PER_WORKFLOW, facts.mostCalls())
                    .text(Wording.manyCalls(operation, facts), "ask for several things in one call, or for fewer")
                    .finding());
        }
        cost(operation, facts);
    }

    private void slow(Operation operation, OperationFacts facts) {
        if (facts.durations().count() == 0) {
            return;
        }
        if (operation.kind() == SpanKind.LLM
                && facts.meanWaitNanos() >= thresholds.of(Threshold.SLOW_MODEL_MS) * Wording.MILLI) {
            findings.accept(drafts.apply(Rule.SLOW_MODEL, operation.label())
                    .about(facts)
                    .path(operation)
                    .over(Threshold.SLOW_MODEL_MS, facts.meanWaitNanos() / Wording.MILLI)
                    .text(
                            Wording.slowModel(operation, facts),
                            "try a faster model, a shorter answer or prompt caching: analyzer whatif swap")
                    .finding());
        }
        if (operation.kind() == SpanKind.TOOL) {
            boolean many = facts.durations().count() >= MIN_FOR_P95;
            double slow =
                    many ? facts.durations().percentile(95) : facts.durations().max();
            if (slow >= thresholds.of(Threshold.SLOW_TOOL_MS) * Wording.MILLI) {
                findings.accept(drafts.apply(Rule.SLOW_TOOL, operation.label())
                        .about(facts)
                        .path(operation)
                        .over(Threshold.SLOW_TOOL_MS, slow / Wording.MILLI)
                        .text(
                                Wording.slowTool(operation, facts, slow, many, waited(operation)),
                                "look at what it waits for; cache its results or give it a timeout")
                        .finding());
            }
        }
    }

    /** Returns the part of all run time that was spent waiting for an operation. */
    private double waited(Operation operation) {
        CriticalTotals.Row row = totals.byOperation().get(operation);
        return row == null || totals.wallNanos() == 0 ? 0 : row.waitedNanos() / (double) totals.wallNanos();
    }

    private void cpu(Operation operation, OperationFacts facts) {
        boolean own = operation.kind() == SpanKind.TOOL || operation.kind() == SpanKind.RETRIEVAL;
        if (own
                && facts.cpuCalls() > 0
                && facts.cpuNanos() >= thresholds.of(Threshold.CPU_SHARE) * facts.timedNanos()
                && facts.cpuNanos() >= thresholds.of(Threshold.CPU_MS) * Wording.MILLI * facts.cpuCalls()) {
            findings.accept(drafts.apply(Rule.CPU_BOUND, operation.label())
                    .about(facts)
                    .path(operation)
                    .over(Threshold.CPU_SHARE, facts.cpuNanos() / (double) facts.timedNanos())
                    .text(
                            Wording.cpuBound(operation, facts),
                            "it computes, and waits for nothing: a CPU profile of these spans says where")
                    .finding());
        }
    }

    private void coldStart(Operation operation, OperationFacts facts) {
        if (facts.durations().count() < MIN_FOR_COLD_START || facts.earliest() == null) {
            return;
        }
        long first = facts.earliest().weight();
        double median = facts.durations().percentile(50);
        // what went by before its request is said as such
        long said = facts.earliestBeforeNanos() >= thresholds.of(Threshold.BEFORE_REQUEST_MS) * Wording.MILLI
                ? facts.earliestBeforeNanos()
                : 0;
        long excess = Math.round(first - median) - said;
        if (first - said >= median * thresholds.of(Threshold.COLD_START_TIMES)
                && excess >= thresholds.of(Threshold.COLD_START_MS) * Wording.MILLI) {
            long saved = Math.min(excess, facts.earliestWaitedNanos());
            findings.accept(drafts.apply(Rule.COLD_START, operation.label())
                    .grade(saved > 0 ? Grade.STRONG : Grade.MEASURED)
                    .occurrences(1, 1)
                    .time(saved, saved)
                    .evidence(List.of(facts.earliest()))
                    .over(Threshold.COLD_START_TIMES, first / Math.max(1, median))
                    .text(
                            Wording.coldStart(operation, first, median),
                            "make a first call, connection or class load before users wait for it")
                    .finding());
        }
    }

    private void cost(Operation operation, OperationFacts facts) {
        if (facts.pricedCalls() == 0 || facts.usd().signum() == 0) {
            return;
        }
        double share = facts.promptUsd().doubleValue() / facts.usd().doubleValue();
        if (operation.kind() == SpanKind.LLM && share >= thresholds.of(Threshold.PROMPT_COST_SHARE)) {
            findings.accept(drafts.apply(Rule.PROMPT_COST, operation.label())
                    .about(facts)
                    .money(facts.promptUsd())
                    .over(Threshold.PROMPT_COST_SHARE, share)
                    .text(Wording.promptCost(operation, facts, share), Wording.shorten(facts.promptParts()))
                    .finding());
        }
        double each = facts.usd().doubleValue() / facts.workflows();
        if (each >= thresholds.of(Threshold.COST_PER_WORKFLOW_USD)) {
            findings.accept(drafts.apply(Rule.COSTLY_MODEL, operation.label())
                    .about(facts)
                    .money(facts.usd())
                    .over(Threshold.COST_PER_WORKFLOW_USD, each)
                    .text(Wording.costly(operation, each), "call it less, or a cheaper model: analyzer whatif swap")
                    .finding());
        }
    }
}
