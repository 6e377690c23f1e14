// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.critical.ToolTurn;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.facts.RequestedTools;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.CallKey;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds tools of one turn that ran one after another, graded by the evidence that they can run concurrently.
 *
 * <p>They had their arguments before the first of them ran. Where the user says that they change nothing it is certain that
 * they may run at once, else side effects are left to judge; but a turn that called one tool twice with the same arguments,
 * which may change something, is not reported. Nor is one of which the recording does not {@linkplain RequestedTools show} that one
 * answer of a model asked for all its tools: a program may have put the result of one into the arguments of the next. Nor is one
 * whose tools were submitted at once and waited for a thread: {@link QueuedCalls} names what keeps them apart.
 */
public final class SequentialTools extends WorkflowRule {
    static final Threshold PARALLEL_TOOLS = new Threshold(
            "parallel-tools", 5, "tools requested together, or sibling calls, that are assumed to run concurrently");

    public SequentialTools() {
        super("sequential-tools", PARALLEL_TOOLS);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        if (!workflow.trace().isTimed()) {
            // what ran beside what is not known
            return;
        }
        int limit = (int) Math.max(1, workflow.of(PARALLEL_TOOLS));
        Map<Confidence, List<ToolTurn>> turns = new EnumMap<>(Confidence.class);
        for (ToolTurn turn : ToolTurn.in(workflow.trace(), limit)) {
            boolean readOnly = turn.calls().stream()
                    .allMatch(call -> workflow.isReadOnly(Operation.of(call).name()));
            if ((readOnly || !changesOneThingTwice(workflow, turn))
                    && !QueuedCalls.waitedForThread(turn.calls())
                    && RequestedTools.of(turn.calls()) == RequestedTools.YES) {
                turns.computeIfAbsent(readOnly ? Confidence.CERTAIN : Confidence.STRONG, any -> new ArrayList<>())
                        .add(turn);
            }
        }
        for (Map.Entry<Confidence, List<ToolTurn>> each : turns.entrySet()) {
            note(workflow, this, "tools of one turn", each.getKey(), each.getValue());
        }
    }

    /** Notes turns, and what it would save if their calls ran at once. */
    static void note(
            WorkflowScan workflow, FindingRule rule, String name, Confidence confidence, List<ToolTurn> turns) {
        Aggregate seen = new Aggregate(turns.size()).saves(workflow.saved(Supposition.atOnce(turns)));
        for (ToolTurn turn : turns) {
            seen.most(turn.calls().size());
            turn.calls().forEach(call -> seen.evidence(workflow.trace(), call, WorkflowScan.lengthOf(call)));
            // the longest takes its time in any case
            List<Span> shorter = new ArrayList<>(turn.calls());
            shorter.remove(Collections.max(shorter, Comparator.comparingLong(WorkflowScan::lengthOf)));
            workflow.explains(rule, name, confidence, shorter);
        }
        workflow.note(rule, name, confidence, seen);
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        finding.report(
                "tools requested together ran one after another (up to " + Math.round(seen.most()) + ", after "
                        + Units.count(seen.occurrences(), "answer") + ")",
                "run them concurrently"
                        + (finding.confidence() == Confidence.CERTAIN ? "" : ", unless one changes what another reads")
                        + ": analyzer whatif parallel-tools");
    }

    /** Answers whether a tool that may change something was called twice with the same arguments: on the same thing. */
    private static boolean changesOneThingTwice(WorkflowScan workflow, ToolTurn turn) {
        Set<String> changing = new HashSet<>();
        for (Span call : turn.calls()) {
            String key = workflow.isReadOnly(Operation.of(call).name()) ? null : CallKey.of(call);
            if (key != null && !changing.add(key)) {
                return true;
            }
        }
        return false;
    }
}
