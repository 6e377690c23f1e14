// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.OperationRule;
import io.agentprofiler.analyzer.answer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.answer.finding.scan.PromptParts;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;

/**
 * Finds long prompts for short answers that make up most of the cost. A high share of input cost is normal and not reported by itself.
 */
public final class PromptCost extends OperationRule {
    static final Threshold PROMPT_COST_SHARE =
            new Threshold("prompt-cost-share", 0.90, "share of a model's cost that is input");
    static final Threshold PROMPT_COST_TOKENS = new Threshold(
            "prompt-cost-tokens",
            3000,
            "mean uncached tokens per prompt (neither read from a cache nor written to one)");
    static final Threshold PROMPT_COST_OF_ALL =
            new Threshold("prompt-cost-of-all", 0.30, "share of the total cost that is such input");

    public PromptCost() {
        super("prompt-cost", PROMPT_COST_SHARE, PROMPT_COST_TOKENS, PROMPT_COST_OF_ALL);
    }

    @Override
    protected void judge(Operation operation, OperationFacts facts, Candidate finding) {
        if (operation.kind() != SpanKind.LLM
                || !facts.isPriced()
                || facts.meanUncachedTokens() < finding.of(PROMPT_COST_TOKENS)) {
            return;
        }
        double share = facts.promptUsd().doubleValue() / facts.usd().doubleValue();
        finding.money(facts.promptUsd());
        if (share >= finding.of(PROMPT_COST_SHARE) && finding.costShare() >= finding.of(PROMPT_COST_OF_ALL)) {
            finding.over(PROMPT_COST_SHARE, share).report(title(operation, facts, share), advice(facts));
        }
    }

    private static String title(Operation operation, OperationFacts facts, double share) {
        PromptParts parts = facts.promptParts();
        return Units.share(share, 1) + " of the cost of " + operation.label() + " is input ("
                + Units.money(facts.promptUsd()) + " of "
                + Units.money(facts.usd()) + "), " + Units.count(Math.round(facts.meanUncachedTokens()))
                + " uncached tokens a prompt"
                + (parts.chars() == 0
                        ? ""
                        : "; " + Units.share(parts.longestShare(), 1) + " of the text of its prompts is "
                                + parts.longest().words());
    }

    private static String advice(OperationFacts facts) {
        PromptParts parts = facts.promptParts();
        String how = parts.chars() == 0
                ? "shorten what is sent each time (tools, system instructions, history)"
                : parts.longest().remedy();
        return facts.isCached()
                ? how + "; analyzer prefix shows what else could be cached"
                : how + ", or cache the prompt: analyzer prefix";
    }
}
