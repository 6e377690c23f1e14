// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.keys;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code analyzer keys}. */
@Command(
        name = "keys",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Lists what can be asked for with --where and --by: every key, how often it is there, its values.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar keys agent-profile/",
            "        the words and attributes of the newest run",
            "  java -jar analyzer.jar keys --where status=failed agent-profile/",
            "        the same of the workflows with a failure",
            "",
            "Values of texts (prompts, answers, arguments, results) are not shown.",
            Documentation.AT + "reference/command-line/"
        })
public final class KeysCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Mixin
    private FormatOptions format;

    public KeysCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        Outcome outcome =
                input.read(terminal, List.of(FoundKeys.ANALYSIS, SpanFlags.ANALYSIS, Workflows.ANALYSIS), List.of());
        format.print(
                KeysDocument.of(outcome.summary().get(FoundKeys.ANALYSIS), outcome), input.screen(terminal), terminal);
        return ExitCode.OK;
    }
}
