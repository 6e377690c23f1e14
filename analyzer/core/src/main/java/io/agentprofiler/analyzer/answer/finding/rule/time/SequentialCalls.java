// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import io.agentprofiler.analyzer.answer.critical.ToolTurn;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds sibling model calls, agents, retrievals and embeddings that ran one after another although none needed another's answer. */
public final class SequentialCalls extends WorkflowRule {
    public SequentialCalls() {
        super("sequential-calls", SequentialTools.PARALLEL_TOOLS);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        int limit = (int) Math.max(1, workflow.of(SequentialTools.PARALLEL_TOOLS));
        Map<String, List<ToolTurn>> turns = new TreeMap<>();
        for (List<Span> calls : IndependentCalls.of(workflow)) {
            if (!QueuedCalls.waitedForThread(calls)) {
                turns.computeIfAbsent(Operation.of(calls.get(0)).label(), any -> new ArrayList<>())
                        .add(ToolTurn.of(calls, limit));
            }
        }
        for (Map.Entry<String, List<ToolTurn>> each : turns.entrySet()) {
            SequentialTools.note(workflow, this, each.getKey(), Confidence.STRONG, each.getValue());
        }
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        finding.report(
                "sibling calls ran one after another (up to " + Math.round(seen.most()) + "), starting with "
                        + finding.subject() + ", although no call was given another's answer",
                "run them concurrently, or ask for everything in one call");
    }
}
