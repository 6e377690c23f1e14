// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import io.agentprofiler.analyzer.answer.prefix.cache.Capacity;
import io.agentprofiler.analyzer.answer.prefix.cache.Servers;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptLog;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRuleOptions;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.prefix.stable.PromptTexts;
import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.event.SpanRef;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.json.JsonView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer prefix}. */
@Command(
        name = "prefix",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Shows what a prompt cache could serve by the provider's rules, what it did serve, and which part of the"
                        + " prompts gets in its way.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar prefix agent-profile/",
            "        by the rules of each call's provider",
            "  java -jar analyzer.jar prefix --rule vllm agent-profile/",
            "        what a vLLM server of your own could serve, and how large its cache must be",
            "  java -jar analyzer.jar prefix --rule vllm --replicas 4 --cache-tokens 400000 agent-profile/",
            "        what four of them could serve, by how calls are routed",
            "  java -jar analyzer.jar prefix --capacity '10000 blocks' trace.jsonl",
            "        what a cache of that size serves of a request trace, such as Mooncake's",
            "",
            "Works with the hashes the agent records by default, with full prompts (which also show the text that differs),",
            "exactly with token ids, and roughly with token counts alone.",
            Documentation.AT + "questions/prefix/"
        })
public final class PrefixCommand implements Callable<Integer> {
    private static final String FILE = "prefix.json";

    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Option(names = "--out", paramLabel = "DIR", description = "Directory to write prefix.json to; created if missing.")
    private Path out;

    @Mixin
    private FormatOptions format;

    @Mixin
    private CacheRuleOptions ruleOptions;

    @Option(
            names = "--cache-tokens",
            paramLabel = "N",
            description = "Cache size of a server of your own, in tokens (vLLM prints it as"
                    + " \"GPU KV cache size\"). Default: unlimited.")
    private long cacheTokens;

    @Option(
            names = "--capacity",
            paramLabel = "SIZE",
            description =
                    "The same as a number of tokens or blocks: \"400000 tokens\", \"10000 blocks\". A block is the"
                            + " trace's own where it tells blocks, else the rule's unit.")
    private String capacity;

    @Option(
            names = "--replicas",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Number of servers of your own for each model, 1 to 64; shows what routing is worth. Default: 1.")
    private int replicas;

    @Mixin
    private PriceOptions priceOptions;

    public PrefixCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        PriceList prices = priceOptions.list();
        CacheRules rules = ruleOptions.rules();
        Servers servers = servers();
        Analysis<PromptLog> question = PromptLog.question(prices, rules);
        try {
            if (out != null) {
                PrivateFiles.directory(out);
            }
            Outcome outcome =
                    input.read(terminal, List.of(question, Workflows.ANALYSIS, SpanFlags.ANALYSIS), List.of(), true);
            PrefixResult answer = PrefixResult.of(outcome.summary().get(question), servers);
            Map<SpanRef, String> texts = format.isForPeople() ? texts(answer) : Map.of();
            Document document = PrefixDocument.of(outcome, answer, texts, rules, servers, prices);
            if (out != null) {
                JsonView.write(document, out.resolve(FILE));
            }
            format.print(
                    document, input.screen(terminal), terminal, out == null ? List.of() : List.of(out.resolve(FILE)));
            return ExitCode.OK;
        } catch (IOException e) {
            throw new CommandException("cannot write to " + out + ": " + Reasons.of(e));
        }
    }

    /** Reads once more for the texts of the calls that are shown, where there are any. */
    private Map<SpanRef, String> texts(PrefixResult answer) throws CommandException {
        Optional<Analysis<Map<SpanRef, String>>> texts = PromptTexts.question(answer.breaks(), PrefixDocument.MAX_ROWS);
        return texts.isEmpty()
                ? Map.of()
                : input.read(terminal, List.of(texts.get()), List.of(), true)
                        .summary()
                        .get(texts.get());
    }

    private Capacity capacity() throws CommandException {
        if (capacity == null) {
            return new Capacity(cacheTokens, false);
        }
        return Capacity.of(capacity)
                .orElseThrow(() -> new CommandException("--capacity " + capacity
                        + " is not a size; expected tokens or blocks, such as \"400000 tokens\" or \"10000 blocks\""));
    }

    private Servers servers() throws CommandException {
        if (cacheTokens < 0) {
            throw new CommandException("--cache-tokens " + cacheTokens + " is less than 0");
        }
        if (capacity != null && cacheTokens > 0) {
            throw new CommandException("--capacity and --cache-tokens both say how large a cache is; give one of them");
        }
        if (replicas < 1 || replicas > Servers.MOST_REPLICAS) {
            throw new CommandException("--replicas " + replicas + " is not 1 to " + Servers.MOST_REPLICAS);
        }
        return new Servers(capacity(), replicas);
    }
}
