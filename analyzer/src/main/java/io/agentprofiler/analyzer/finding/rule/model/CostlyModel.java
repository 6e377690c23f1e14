// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.model;

import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.finding.rule.Candidate;
import io.agentprofiler.analyzer.finding.rule.OperationRule;
import io.agentprofiler.analyzer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;

/** Workflows that cost much. */
public final class CostlyModel extends OperationRule {
    static final Threshold COST_PER_WORKFLOW_USD =
            new Threshold("cost-per-workflow-usd", 0.10, "mean cost of one model's calls in a workflow");

    public CostlyModel() {
        super("costly-model", COST_PER_WORKFLOW_USD);
    }

    @Override
    protected void judge(Operation operation, OperationFacts facts, Candidate finding) {
        double each = facts.usd().doubleValue() / facts.workflows();
        if (facts.isPriced() && each >= finding.of(COST_PER_WORKFLOW_USD)) {
            finding.money(facts.usd())
                    .over(COST_PER_WORKFLOW_USD, each)
                    .report(
                            operation.label() + " costs " + Units.money(BigDecimal.valueOf(each)) + " per workflow",
                            "call it less often, or use a cheaper model: analyzer whatif swap");
        }
    }
}
