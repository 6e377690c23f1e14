// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.metric.workflow.FailureStats;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Finds consecutive failures of one operation within one agent. If the operation fails often, {@link FailingCalls} reports it instead.
 */
public final class RepeatedFailures extends WorkflowRule {
    static final Threshold FAILURES_IN_A_ROW =
            new Threshold("failures-in-a-row", 3, "consecutive failed calls of one tool or model");

    /** What to do where the same fails again and again. */
    static final String STOP = "stop after the second failure, and tell the model why it failed";

    public RepeatedFailures() {
        super("repeated-failures", FAILURES_IN_A_ROW, FailingCalls.FAILURE_RATE);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(FailingCalls.FAILED);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        for (List<Span> calls : workflow.callsByAgent()) {
            look(workflow, calls);
        }
    }

    private void look(WorkflowScan workflow, List<Span> calls) {
        if (!AskedAgain.haveFailed(calls)) {
            return;
        }
        Map<Operation, List<Span>> failing = new HashMap<>();
        for (Span call : calls) {
            Operation operation = Operation.of(call);
            if (call.status() == SpanStatus.ERROR) {
                List<Span> row = failing.computeIfAbsent(operation, any -> new ArrayList<>());
                // begun before the last one had failed, nothing could be learnt from that
                if (!row.isEmpty()
                        && call.startNanos() < row.get(row.size() - 1).endNanos()) {
                    note(workflow, operation, row);
                    row = new ArrayList<>();
                    failing.put(operation, row);
                }
                row.add(call);
            } else {
                note(workflow, operation, failing.remove(operation));
            }
        }
        failing.forEach((operation, row) -> note(workflow, operation, row));
    }

    private void note(WorkflowScan workflow, Operation operation, List<Span> row) {
        if (row == null || row.size() < Math.max(2, workflow.of(FAILURES_IN_A_ROW))) {
            return;
        }
        List<Span> again = row.subList(1, row.size());
        Aggregate seen = new Aggregate(1)
                .most(row.size())
                .saves(workflow.savedWithout(new HashSet<>(again)))
                .saves(workflow.useOf(again));
        again.forEach(call -> seen.evidence(workflow.trace(), call, WorkflowScan.lengthOf(call)));
        workflow.note(this, operation.label(), Confidence.STRONG, seen);
        workflow.explains(this, operation.label(), Confidence.STRONG, again);
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        FailureStats failures = finding.input(FailingCalls.FAILED).byOperation().entrySet().stream()
                .filter(row -> row.getKey().label().equals(finding.subject()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
        if (FailingCalls.isReported(failures, finding::of)) {
            return;
        }
        finding.over(FAILURES_IN_A_ROW, seen.most())
                .report(
                        finding.subject() + " failed " + Math.round(seen.most()) + " times in a row",
                        failures != null && failures.isRateLimited() ? FailingCalls.WAIT : STOP);
    }
}
