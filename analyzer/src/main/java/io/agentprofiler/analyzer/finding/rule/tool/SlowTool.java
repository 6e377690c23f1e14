// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.tool;

import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.finding.rule.Candidate;
import io.agentprofiler.analyzer.finding.rule.OperationRule;
import io.agentprofiler.analyzer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.schema.SpanKind;

/** A tool that takes long. */
public final class SlowTool extends OperationRule {
    static final Threshold SLOW_TOOL_MS = new Threshold(
            "slow-tool-ms", 500, "95th percentile of a tool's calls; the longest call if there are fewer than 20");

    private static final int MIN_FOR_P95 = 20;

    public SlowTool() {
        super("slow-tool", SLOW_TOOL_MS);
    }

    @Override
    protected void judge(Operation operation, OperationFacts facts, Candidate finding) {
        if (operation.kind() != SpanKind.TOOL || facts.durations().count() == 0) {
            return;
        }
        boolean many = facts.durations().count() >= MIN_FOR_P95;
        double longest = facts.durations().max();
        double slow = many ? facts.durations().percentile(95) : longest;
        if (slow >= finding.of(SLOW_TOOL_MS) * Threshold.MILLI) {
            finding.waitedFor(operation)
                    .over(SLOW_TOOL_MS, slow / Threshold.MILLI)
                    .report(
                            operation.label() + " takes up to " + Units.duration(slow)
                                    + (many ? " in 95 % of its calls, at worst " + Units.duration(longest) : "")
                                    + " (n="
                                    + facts.calls() + "), " + Units.share(finding.timeShare(), 1) + " of the run time",
                            "find out what it waits for; cache its results or give it a timeout");
        }
    }
}
