// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.call;

import io.agentprofiler.analyzer.finding.Evidence;
import io.agentprofiler.analyzer.finding.FindingRule;
import io.agentprofiler.analyzer.finding.Impact;
import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.finding.rule.Assessment;
import io.agentprofiler.analyzer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.metric.failure.FailedCalls;
import io.agentprofiler.analyzer.metric.failure.FailureStats;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.List;

/** Calls of one model, tool, agent or other operation that fail. */
public final class FailingCalls extends FindingRule {
    static final Threshold FAILURE_RATE =
            new Threshold("failure-rate", 0.01, "share of an operation's calls that fail");

    private static final RuleInput<FailedCalls> FAILED = new RuleInput<>(
            FailedCalls.ANALYSIS::empty,
            workflow -> FailedCalls.ANALYSIS.of(workflow.trace()),
            FailedCalls.ANALYSIS::merge);
    private static final double EVERY_OTHER = 0.5;
    private static final int MESSAGE_CHARS = 160;

    public FailingCalls() {
        super("failing-calls", FAILURE_RATE);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(FAILED);
    }

    /** No time or money matters before the answers are right. */
    @Override
    public boolean comesFirst() {
        return true;
    }

    @Override
    public void assess(Assessment assessment) {
        assessment.input(FAILED).byOperation().forEach((operation, stats) -> {
            if (stats.failed() > 0 && stats.rate() >= assessment.of(FAILURE_RATE)) {
                assessment
                        .about(this, operation.label())
                        .occurrences(stats.failed(), stats.workflows())
                        .time(stats.failedNanos())
                        .evidence(stats.examples().stream()
                                .map(example -> new Evidence(example.trace(), example.span(), 0))
                                .toList())
                        .impact(impact(stats, assessment))
                        .over(FAILURE_RATE, stats.rate())
                        .report(
                                title(operation, stats, assessment.totals().workflows()),
                                "fix this error first: workflows carry on without what failed");
            }
        });
    }

    /** Every other call, or many workflows, is a lot; which of these it is, those that were kept for it cannot tell. */
    private static Impact impact(FailureStats stats, Assessment assessment) {
        if (stats.isSelected()) {
            return Impact.MEDIUM;
        }
        long all = assessment.totals().workflows();
        double workflows = all == 0 ? 0 : stats.workflows() / (double) all;
        if (stats.rate() >= EVERY_OTHER || workflows >= assessment.of(Impact.HIGH_FROM)) {
            return Impact.HIGH;
        }
        return Math.max(stats.rate(), workflows) >= assessment.of(Impact.MEDIUM_FROM) ? Impact.MEDIUM : Impact.LOW;
    }

    private static String title(Operation operation, FailureStats stats, long workflows) {
        String often = stats.isSelected()
                ? Units.count(stats.failed(), "time") + " in "
                        + Units.count(stats.workflows(), "recorded workflow")
                        + "; some were kept for failing or being slow, so how many of all calls fail is not known"
                : "in " + Units.count(stats.failed()) + " of " + Units.count(stats.calls(), "call")
                        + " (" + Units.share(stats.rate(), 1) + "), in "
                        + Units.count(stats.workflows()) + " of "
                        + Units.count(workflows, "workflow");
        return operation.label() + " failed " + often + "; most often " + stats.errorType() + message(stats);
    }

    private static String message(FailureStats stats) {
        String message = stats.message();
        if (message == null) {
            return "";
        }
        return (stats.messagesDiffer() ? ", for example: " : ": ")
                + (message.length() <= MESSAGE_CHARS ? message : message.substring(0, MESSAGE_CHARS) + "…");
    }
}
