// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif.tool;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Terminal;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.whatif.WhatIfOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer whatif parallel-tools}. */
@Command(
        name = "parallel-tools",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Runs the tools that one model response asks for in parallel.",
        sortOptions = false)
public final class ParallelToolsCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private WhatIfOptions options;

    @Option(
            names = "--limit",
            paramLabel = "TOOLS",
            defaultValue = "5",
            description = "How many tools may run in parallel. Default: ${DEFAULT-VALUE}.")
    private int limit;

    public ParallelToolsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        if (limit < 1) {
            throw new CommandException("--limit takes a number of 1 or more");
        }
        return options.run(terminal, "tools of one turn in parallel, at most " + limit, new ParallelTools(limit));
    }
}
