// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code analyzer completion}. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Prints a script that completes commands, options and their values in a shell.",
        footer = {
            "",
            "Examples:",
            "  alias analyzer='java -jar /path/to/analyzer.jar'",
            "  eval \"$(java -jar analyzer.jar completion bash)\"",
            "        in ~/.bashrc; with zsh instead of bash in ~/.zshrc",
            "  java -jar analyzer.jar completion fish > ~/.config/fish/completions/analyzer.fish"
        })
final class CompletionCommand implements Callable<Integer> {
    /** The shells there is a script for. */
    enum Shell {
        BASH,
        ZSH,
        FISH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
    private Shell shell;

    @Option(
            names = "--name",
            paramLabel = "WORD",
            defaultValue = "analyzer",
            description = "The alias or script that starts the analyzer. Default: ${DEFAULT-VALUE}.")
    private String name;

    CompletionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        if (!name.matches("[A-Za-z0-9_][A-Za-z0-9_.-]*")) {
            throw new CommandException("--name takes a word of letters, digits, '_', '.' and '-', not '" + name + "'");
        }
        CommandLine root = spec.commandLine().getParent();
        // the script for bash turns zsh's emulation of bash on where it is read by zsh
        terminal.out().print(shell == Shell.FISH ? FishCompletion.of(name, root) : AutoComplete.bash(name, root));
        return ExitCode.OK;
    }
}
