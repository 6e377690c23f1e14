// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tree;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code analyzer waterfall}. */
@Command(
        name = "waterfall",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Prints workflows over time: a bar per span, the critical path, the first chunks of streamed answers.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar waterfall agent-profile/",
            "        the slowest workflow",
            "  java -jar analyzer.jar waterfall -n 3 agent-profile/",
            "        the three slowest workflows",
            "  java -jar analyzer.jar waterfall --trace 0af7651916cd43dd agent-profile/",
            "        the workflow whose trace id begins with these digits",
            "",
            "path = share of the run time that the workflow waited for the span itself; +at = start, since the workflow's start."
        })
public final class WaterfallCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Mixin
    private WorkflowChoice choice;

    @Mixin
    private FormatOptions format;

    public WaterfallCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        choice.print("Waterfalls of workflows", WaterfallSection::of, input, format, terminal);
        return ExitCode.OK;
    }
}
