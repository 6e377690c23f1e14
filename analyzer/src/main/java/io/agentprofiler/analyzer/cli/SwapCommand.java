// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import io.agentprofiler.analyzer.analysis.Distribution;
import io.agentprofiler.analyzer.whatif.ModelTimes;
import io.agentprofiler.analyzer.whatif.SwappedModel;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer whatif swap}. */
@Command(
        name = "swap",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Supposes that calls of one model go to another one.",
        sortOptions = false)
final class SwapCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private WhatIfOptions options;

    @Option(names = "--from", paramLabel = "MODEL", required = true, description = "The model asked for, as recorded.")
    private String from;

    @Option(
            names = "--to",
            paramLabel = "MODEL",
            required = true,
            description = "The model instead: its time is that of its recorded calls, its price that of the list.")
    private String to;

    @Mixin
    private PriceOptions prices;

    SwapCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        SortedMap<String, Distribution> times =
                options.ask(terminal, ModelTimes.ANALYSIS).byModel();
        if (!times.containsKey(from)) {
            throw new CommandException("--from " + from + ": no call of it succeeded; there are calls of "
                    + (times.isEmpty() ? "no model" : String.join(", ", times.keySet())));
        }
        return options.run(
                terminal, to + " instead of " + from, new SwappedModel(from, to, times.get(to), prices.list()));
    }
}
