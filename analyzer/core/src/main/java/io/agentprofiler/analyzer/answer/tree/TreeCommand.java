// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tree;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code analyzer tree}. */
@Command(
        name = "tree",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Prints workflows as trees with a time line: time, self time, tokens, failures, lanes.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar tree agent-profile/",
            "        the slowest workflow",
            "  java -jar analyzer.jar tree -n 3 agent-profile/",
            "        the three slowest workflows",
            "  java -jar analyzer.jar tree --trace 0af7651916cd43dd agent-profile/",
            "        the workflow whose trace id begins with these digits",
            "",
            "self = time not spent in a child. Spans in the same lane do not overlap, or contain each other.",
            Documentation.AT + "questions/tree/"
        })
public final class TreeCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Mixin
    private WorkflowChoice choice;

    @Mixin
    private FormatOptions format;

    public TreeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        choice.print("Trees of workflows", TreeSection::withFailures, input, format, terminal);
        return ExitCode.OK;
    }
}
