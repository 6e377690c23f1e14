// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.cache;

import io.agentprofiler.analyzer.answer.cost.PriceOptions;
import io.agentprofiler.analyzer.answer.whatif.ScenarioCommand;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.metric.CacheSetting;
import io.agentprofiler.analyzer.trace.metric.RequestLog;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer whatif cache}. */
@Command(name = "cache", description = "Answers repeated calls from a cache.")
public final class CacheCommand extends ScenarioCommand {
    private static final double SECOND = 1e9;
    private static final double FOREVER = 9e9;

    @Option(
            names = "--size",
            paramLabel = "ANSWERS",
            defaultValue = "" + CacheSetting.STANDARD_SIZE,
            description =
                    "How many answers it holds; the least recently used is evicted first. Default: ${DEFAULT-VALUE}.")
    private int size;

    @Option(
            names = "--ttl",
            paramLabel = "SECONDS",
            defaultValue = "1e10",
            description = "How long an answer stays valid. Default: forever.")
    private double ttl;

    @Option(
            names = "--kinds",
            paramLabel = "KIND",
            split = ",",
            defaultValue = "llm,tool,embedding,retrieval",
            description = "Which calls it answers: llm, tool, embedding, retrieval. Default: all.")
    private List<String> kinds;

    @Option(
            names = "--any-temperature",
            description = "Also answer model calls that are not known to have temperature 0.")
    private boolean anyTemperature;

    @Option(
            names = "--writes",
            paramLabel = "TOOL",
            split = ",",
            description = "Tools that change data: a call of one invalidates earlier answers of tools and retrievals.")
    private Set<String> writers = Set.of();

    @Option(
            names = "--share",
            paramLabel = "WHAT",
            defaultValue = "run",
            description =
                    "Which calls share answers: those of the same ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private CacheSetting.Share share;

    @Mixin
    private PriceOptions prices;

    public CacheCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    public Integer call() throws CommandException {
        if (size < 0 || !(ttl > 0)) {
            throw new CommandException("--size takes a number of 0 or more, --ttl seconds above 0");
        }
        long nanos = ttl >= FOREVER ? Long.MAX_VALUE : Math.round(ttl * SECOND);
        RequestLog.Question question = new RequestLog.Question(wanted(), anyTemperature, writers);
        RequestLog log = ask(question).get(question);
        CacheSetting setting = new CacheSetting(size, nanos, share);
        return run("repeated calls answered from a cache", new CachedCalls(question, log, setting, prices.list()));
    }

    private Set<SpanKind> wanted() throws CommandException {
        Set<SpanKind> wanted = EnumSet.noneOf(SpanKind.class);
        for (String kind : kinds) {
            wanted.add(
                    switch (kind) {
                        case "llm" -> SpanKind.LLM;
                        case "tool" -> SpanKind.TOOL;
                        case "embedding" -> SpanKind.EMBEDDING;
                        case "retrieval" -> SpanKind.RETRIEVAL;
                        default ->
                            throw new CommandException(
                                    "--kinds " + kind + " is none of llm, tool, embedding, retrieval");
                    });
        }
        return wanted;
    }
}
