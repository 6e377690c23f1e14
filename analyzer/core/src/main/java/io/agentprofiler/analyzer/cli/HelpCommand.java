// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code analyzer help}: the same as {@code --help}, for whom tries this first. */
@Command(
        name = "help",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Lists the commands, or explains one.",
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar help",
            "  java -jar analyzer.jar help report",
            "  java -jar analyzer.jar help whatif swap"
        })
final class HelpCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "COMMAND",
            arity = "0..*",
            description =
                    "The command to explain; two words for a command within a command. Default: a summary of all.")
    private List<String> words = List.of();

    HelpCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        CommandLine line = spec.commandLine().getParent();
        for (String word : words) {
            CommandLine next = line.getSubcommands().get(word);
            if (next == null) {
                throw new UnmatchedArgumentException(line, List.of(word));
            }
            line = next;
        }
        line.usage(terminal.out());
        return ExitCode.OK;
    }
}
