// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.cache;

import io.agentprofiler.analyzer.answer.cost.PriceOptions;
import io.agentprofiler.analyzer.answer.cost.price.PriceList;
import io.agentprofiler.analyzer.answer.finding.prefix.FirstChunkTimes;
import io.agentprofiler.analyzer.answer.prefix.PromptHits;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptLog;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRuleOptions;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.whatif.ScenarioCommand;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code analyzer whatif prompt-cache}. */
@Command(name = "prompt-cache", description = "Caches prompts as well as the providers' rules allow.")
public final class PromptCacheCommand extends ScenarioCommand {
    @Mixin
    private CacheRuleOptions ruleOptions;

    @Mixin
    private PriceOptions prices;

    public PromptCacheCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    public Integer call() throws CommandException {
        CacheRules rules = ruleOptions.rules();
        PriceList list = prices.list();
        Analysis<PromptLog> question = PromptLog.question(list, rules);
        RunSummary read = ask(question, FirstChunkTimes.ANALYSIS);
        return run(
                "prompts cached as well as the providers' rules allow",
                new CachedPrompts(
                        PromptHits.of(read.get(question)),
                        read.get(FirstChunkTimes.ANALYSIS),
                        rules.label() + ", " + list.label()));
    }
}
