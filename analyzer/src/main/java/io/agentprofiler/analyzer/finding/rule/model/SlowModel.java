// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.model;

import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.finding.rule.Candidate;
import io.agentprofiler.analyzer.finding.rule.OperationRule;
import io.agentprofiler.analyzer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.schema.SpanKind;

/** A model that takes long. */
public final class SlowModel extends OperationRule {
    static final Threshold SLOW_MODEL_MS = new Threshold(
            "slow-model-ms",
            3000,
            "mean time of a model's calls, from the first request to the answer where requests were recorded");

    public SlowModel() {
        super("slow-model", SLOW_MODEL_MS);
    }

    @Override
    protected void judge(Operation operation, OperationFacts facts, Candidate finding) {
        double millis = facts.meanWaitNanos() / Threshold.MILLI;
        if (operation.kind() == SpanKind.LLM && facts.durations().count() > 0 && millis >= finding.of(SLOW_MODEL_MS)) {
            finding.waitedFor(operation)
                    .over(SLOW_MODEL_MS, millis)
                    .report(
                            operation.label() + " takes " + Units.duration(facts.meanWaitNanos()) + " on average (n="
                                    + facts.calls() + ")",
                            "try a faster model, a shorter answer or prompt caching: analyzer whatif swap");
        }
    }
}
