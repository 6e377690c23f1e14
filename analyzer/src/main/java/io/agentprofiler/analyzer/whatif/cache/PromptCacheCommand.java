// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif.cache;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Terminal;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.cost.PriceOptions;
import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.metric.RunSummary;
import io.agentprofiler.analyzer.prefix.PromptHits;
import io.agentprofiler.analyzer.prefix.prompt.PromptLog;
import io.agentprofiler.analyzer.prefix.rule.CacheRuleOptions;
import io.agentprofiler.analyzer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.whatif.WhatIfOptions;
import io.agentprofiler.analyzer.whatif.model.FirstChunkTimes;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code analyzer whatif prompt-cache}. */
@Command(
        name = "prompt-cache",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Caches prompts as well as the providers' rules allow.",
        sortOptions = false)
public final class PromptCacheCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private WhatIfOptions options;

    @Mixin
    private CacheRuleOptions ruleOptions;

    @Mixin
    private PriceOptions prices;

    public PromptCacheCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        CacheRules rules = ruleOptions.rules();
        PriceList list = prices.list();
        PromptLog.Question question = new PromptLog.Question(list, rules);
        RunSummary read = options.ask(terminal, List.of(question, FirstChunkTimes.ANALYSIS));
        return options.run(
                terminal,
                "prompts cached as well as the providers' rules allow",
                new CachedPrompts(
                        PromptHits.of(read.get(question)),
                        read.get(FirstChunkTimes.ANALYSIS),
                        rules.label() + ", " + list.label()));
    }
}
