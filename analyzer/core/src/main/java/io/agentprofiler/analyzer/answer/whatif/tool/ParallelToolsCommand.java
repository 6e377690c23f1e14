// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.tool;

import io.agentprofiler.analyzer.answer.whatif.ScenarioCommand;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code analyzer whatif parallel-tools}. */
@Command(name = "parallel-tools", description = "Runs the tools that one model response asks for in parallel.")
public final class ParallelToolsCommand extends ScenarioCommand {
    @Option(
            names = "--limit",
            paramLabel = "TOOLS",
            defaultValue = "5",
            description = "How many tools may run in parallel. Default: ${DEFAULT-VALUE}.")
    private int limit;

    public ParallelToolsCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    public Integer call() throws CommandException {
        if (limit < 1) {
            throw new CommandException("--limit takes a number of 1 or more");
        }
        return run("tools of one turn in parallel, at most " + limit, new ParallelTools(limit));
    }
}
