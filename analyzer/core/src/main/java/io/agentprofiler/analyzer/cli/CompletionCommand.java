// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
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

    /** A completion script for the fish shell, made of the commands and options there are. */
    private static final class FishCompletion {
        private final String name;
        private final String function;
        private final StringBuilder lines = new StringBuilder();
        private final List<String> paths = new ArrayList<>();

        private FishCompletion(String name) {
            this.name = name;
            this.function = "__" + name.replaceAll("\\W", "_") + "_command";
        }

        /** Returns the script for a command of this name. */
        static String of(String name, CommandLine root) {
            FishCompletion script = new FishCompletion(name);
            script.command(root, "");
            StringJoiner known = new StringJoiner(" ");
            script.paths.forEach(path -> known.add(quoted(path)));
            return """
                    # completion of %1$s for fish
                    function %2$s --description 'tells whether these are the commands given so far'
                        set -l words (commandline -opc)
                        set -e words[1]
                        set -l path
                        for word in $words
                            if string match -q -- '-*' $word
                                continue
                            end
                            set -l joined (string join ' ' -- $path $word)
                            if contains -- "$joined" %3$s
                                set -a path $word
                            else
                                break
                            end
                        end
                        test "$path" = "$argv"
                    end
                    complete -c %1$s -e
                    %4$s""".formatted(name, script.function, known, script.lines);
        }

        private void command(CommandLine line, String path) {
            for (Map.Entry<String, CommandLine> sub : line.getSubcommands().entrySet()) {
                add(
                        path,
                        "-f -a " + quoted(sub.getKey()),
                        sentence(sub.getValue().getCommandSpec().usageMessage().description()));
            }
            for (OptionSpec option : line.getCommandSpec().options()) {
                if (!option.hidden()) {
                    add(path, names(option) + values(option), sentence(option.description()));
                }
            }
            for (PositionalParamSpec parameter : line.getCommandSpec().positionalParameters()) {
                String candidates = candidates(parameter);
                if (!candidates.isEmpty()) {
                    add(path, "-f -a " + quoted(candidates), sentence(parameter.description()));
                }
            }
            line.getSubcommands().forEach((word, sub) -> {
                String below = (path + " " + word).trim();
                paths.add(below);
                command(sub, below);
            });
        }

        private void add(String path, String what, String description) {
            lines.append("complete -c %s -n %s %s -d %s%n"
                    .formatted(name, quoted((function + " " + path).trim()), what, quoted(description))
                    .replace(System.lineSeparator(), "\n"));
        }

        private static String names(OptionSpec option) {
            StringJoiner names = new StringJoiner(" ");
            for (String one : option.names()) {
                names.add(
                        one.startsWith("--")
                                ? "-l " + one.substring(2)
                                : one.length() == 2 ? "-s " + one.substring(1) : "-o " + one.substring(1));
            }
            return names.toString();
        }

        /** Words to choose from, file names where the option takes one, else anything. */
        private static String values(OptionSpec option) {
            if (option.arity().max() == 0) {
                return "";
            }
            String candidates = candidates(option);
            if (!candidates.isEmpty()) {
                return " -x -a " + quoted(candidates);
            }
            Class<?> type = option.auxiliaryTypes()[0];
            return Path.class.isAssignableFrom(type) || File.class.isAssignableFrom(type) ? " -r -F" : " -x";
        }

        private static String candidates(ArgSpec argument) {
            StringJoiner words = new StringJoiner(" ");
            if (argument.completionCandidates() != null) {
                argument.completionCandidates().forEach(words::add);
            }
            return words.toString();
        }

        /** Returns the first sentence. */
        private static String sentence(String[] description) {
            String text = String.join(" ", description)
                    .replace("%%", "%")
                    .replace("%n", " ")
                    .trim();
            int end = text.indexOf(". ");
            return (end < 0 ? text : text.substring(0, end)).replaceAll("\\.$", "");
        }

        private static String quoted(String text) {
            return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
        }
    }
}
