// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.prompt;

import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.finding.rule.Candidate;
import io.agentprofiler.analyzer.finding.rule.OperationRule;
import io.agentprofiler.analyzer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.finding.scan.PromptParts;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.schema.SpanKind;

/** Calls whose prompt costs far more than their answer, at the price that cached input has. */
public final class PromptCost extends OperationRule {
    static final Threshold PROMPT_COST_SHARE =
            new Threshold("prompt-cost-share", 0.80, "share of a model's cost that is input");

    public PromptCost() {
        super("prompt-cost", PROMPT_COST_SHARE);
    }

    @Override
    protected void judge(Operation operation, OperationFacts facts, Candidate finding) {
        double share = facts.promptUsd().doubleValue() / facts.usd().doubleValue();
        if (operation.kind() == SpanKind.LLM && facts.isPriced() && share >= finding.of(PROMPT_COST_SHARE)) {
            finding.money(facts.promptUsd())
                    .over(PROMPT_COST_SHARE, share)
                    .report(title(operation, facts, share), advice(facts.promptParts()));
        }
    }

    private static String title(Operation operation, OperationFacts facts, double share) {
        PromptParts parts = facts.promptParts();
        return Units.share(share, 1) + " of the cost of " + operation.label() + " is input ("
                + Units.money(facts.promptUsd()) + " of "
                + Units.money(facts.usd()) + ")"
                + (parts.chars() == 0
                        ? ""
                        : "; " + Units.share(parts.longestShare(), 1) + " of the text of its prompts is "
                                + parts.longest().words());
    }

    private static String advice(PromptParts parts) {
        String how = parts.chars() == 0
                ? "shorten what is sent each time (tools, system instructions, history)"
                : parts.longest().remedy();
        return how + ", or cache the prompt: analyzer prefix";
    }
}
