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

/** {@code analyzer whatif early-tools}. */
@Command(
        name = "early-tools",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Starts each tool as soon as its arguments have been streamed.",
        sortOptions = false)
public final class EarlyToolsCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private WhatIfOptions options;

    public EarlyToolsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        return options.run(terminal, "tools begin when their arguments have been streamed", new EarlyTools());
    }
}
