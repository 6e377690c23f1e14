// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.tool;

import io.agentprofiler.analyzer.answer.whatif.ScenarioCommand;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import picocli.CommandLine.Command;

/** {@code analyzer whatif early-tools}. */
@Command(name = "early-tools", description = "Starts each tool as soon as its arguments have been streamed.")
public final class EarlyToolsCommand extends ScenarioCommand {
    public EarlyToolsCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    public Integer call() throws CommandException {
        return run("tools begin when their arguments have been streamed", new EarlyTools());
    }
}
