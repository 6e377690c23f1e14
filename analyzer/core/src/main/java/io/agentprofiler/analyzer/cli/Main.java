// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import io.agentprofiler.analyzer.answer.calls.CallsCommand;
import io.agentprofiler.analyzer.answer.compare.CompareCommand;
import io.agentprofiler.analyzer.answer.diff.DiffCommand;
import io.agentprofiler.analyzer.answer.diff.VerifyCommand;
import io.agentprofiler.analyzer.answer.fingerprint.FingerprintCommand;
import io.agentprofiler.analyzer.answer.gate.GateCommand;
import io.agentprofiler.analyzer.answer.keys.KeysCommand;
import io.agentprofiler.analyzer.answer.prefix.PrefixCommand;
import io.agentprofiler.analyzer.answer.report.ReportCommand;
import io.agentprofiler.analyzer.answer.rulecheck.RulesCommand;
import io.agentprofiler.analyzer.answer.runs.ListCommand;
import io.agentprofiler.analyzer.answer.score.ScoreCommand;
import io.agentprofiler.analyzer.answer.show.ShowCommand;
import io.agentprofiler.analyzer.answer.tokens.TokensCommand;
import io.agentprofiler.analyzer.answer.tree.FlameCommand;
import io.agentprofiler.analyzer.answer.tree.TreeCommand;
import io.agentprofiler.analyzer.answer.tree.WaterfallCommand;
import io.agentprofiler.analyzer.answer.whatif.WhatIfCommand;
import io.agentprofiler.analyzer.answer.whatif.model.NearNames;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.MoreCommands;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.live.ServeCommand;
import io.agentprofiler.analyzer.read.HeapLimit;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The entry point of {@code analyzer.jar}. */
@Command(
        name = "analyzer",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Reads what agent-profiler recorded and explains where time, tokens and money went.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar report agent-profile/",
            "        where it all went in the newest run; --out DIR also writes report.html, JSON and CSV",
            "  java -jar analyzer.jar tree agent-profile/",
            "        the slowest workflow, step by step",
            "  java -jar analyzer.jar diff before/ after/ --fail-on \"p95>+10%%,cost>+5%%\"",
            "        what changed, and whether a build is to fail",
            "  java -jar analyzer.jar gate target/agent-profile --max-model-calls 3 --no-failures --no-loops",
            "        whether the agents that a build's tests ran do worse than they may",
            "",
            "Of a directory of several runs the newest is read; 'list' shows them, --run and --all-runs choose others.",
            "",
            "Exit codes: 0 done, 1 a gate or budget failed, 2 bad input or wrong usage, 3 a gate or budget warns.",
            "Environment: NO_COLOR turns colours off, CLICOLOR_FORCE=1 on also in a pipe, CLICOLOR=0 off in a terminal;",
            "COLUMNS sets the width of the output.",
            "'analyzer help COMMAND' explains a command.",
            Documentation.AT + "reference/command-line/"
        })
public final class Main {
    /** Shows the stack of a failure that should not happen, for bug reports. */
    private static final String DEBUG = "analyzer.debug";
    /** What other tools call what these commands do. */
    private static final Map<String, String> OTHER_WORDS = Map.of(
            "cost", "tokens",
            "costs", "tokens",
            "spend", "tokens",
            "summary", "report",
            "traces", "list",
            "runs", "list",
            "trace", "tree",
            "conversation", "show",
            "open", "serve",
            "check", "gate");

    /** Asked alone, they need no command. */
    private static final Set<String> VERSION = Set.of("-V", "--version");

    private Main() {}

    /** Runs a command and exits with its code. */
    public static void main(String[] arguments) {
        Terminal terminal = Terminal.ofProcess();
        int code = run(terminal, arguments);
        terminal.out().flush();
        terminal.err().flush();
        System.exit(code);
    }

    /** The commands of this module, in the order of the help: one run, then several, then what is around them. */
    private static final Map<String, Function<Terminal, Object>> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("report", ReportCommand::line);
        COMMANDS.put("list", ListCommand::new);
        COMMANDS.put("serve", ServeCommand::new);
        COMMANDS.put("tree", TreeCommand::new);
        COMMANDS.put("show", ShowCommand::new);
        COMMANDS.put("calls", CallsCommand::new);
        COMMANDS.put("keys", KeysCommand::new);
        COMMANDS.put("waterfall", WaterfallCommand::new);
        COMMANDS.put("flame", FlameCommand::new);
        COMMANDS.put("tokens", TokensCommand::new);
        COMMANDS.put("score", ScoreCommand::new);
        COMMANDS.put("prefix", PrefixCommand::new);
        COMMANDS.put("whatif", WhatIfCommand::line);
        COMMANDS.put("diff", DiffCommand::new);
        COMMANDS.put("verify", VerifyCommand::new);
        COMMANDS.put("compare", CompareCommand::new);
        COMMANDS.put("gate", GateCommand::new);
        COMMANDS.put("fingerprint", FingerprintCommand::new);
        COMMANDS.put("rules", RulesCommand::line);
    }

    /** Returns all commands. */
    static CommandLine line(Terminal terminal) {
        CommandLine line = new CommandLine(new Main());
        Map<String, Function<Terminal, Object>> commands = new LinkedHashMap<>(COMMANDS);
        List<MoreCommands.MoreCommand> more = MoreCommands.all();
        more.forEach(entry -> commands.put(entry.name(), entry.command()));
        for (String name : inOrder(more)) {
            line.addSubcommand(name, commands.get(name).apply(terminal));
        }
        line.addSubcommand(new CompletionCommand(terminal));
        line.addSubcommand(new HelpCommand(terminal));
        line.getSubcommands().values().forEach(each -> withEnd(each, Documentation.AT));
        return line;
    }

    /** Returns the names of all commands; one whose place is not known comes last. */
    private static List<String> inOrder(List<MoreCommands.MoreCommand> more) {
        List<String> names = new ArrayList<>(COMMANDS.keySet());
        List<MoreCommands.MoreCommand> open = new ArrayList<>(more);
        while (open.removeIf(entry -> add(entry, names))) {
            // one may stand after another of them
        }
        open.forEach(entry -> names.add(entry.name()));
        return names;
    }

    private static boolean add(MoreCommands.MoreCommand entry, List<String> names) {
        int before = names.indexOf(entry.after());
        if (before >= 0) {
            names.add(before + 1, entry.name());
        }
        return before >= 0;
    }

    /** Returns the commands that a first word can lead to: describing those that are not meant costs a part of the start. */
    private static CommandLine line(Terminal terminal, String first) {
        Function<Terminal, Object> command = COMMANDS.get(first);
        if (command == null) {
            command = MoreCommands.all().stream()
                    .filter(entry -> entry.name().equals(first))
                    .findFirst()
                    .map(MoreCommands.MoreCommand::command)
                    .orElse(null);
        }
        if (command == null) {
            return line(terminal);
        }
        CommandLine line = new CommandLine(new Main());
        line.addSubcommand(first, command.apply(terminal));
        line.getSubcommands().values().forEach(each -> withEnd(each, Documentation.AT));
        return line;
    }

    /**
     * Ends a help text with the exit codes that every command has, unless it has others, and the address of its documentation.
     *
     * @param page the line that names the page of the group, for commands without one
     */
    private static void withEnd(CommandLine command, String page) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        List<String> footer = new ArrayList<>(List.of(usage.footer()));
        String own = footer.stream()
                .filter(text -> text.startsWith(Documentation.AT))
                .findFirst()
                .orElse(page);
        footer.remove(own);
        if (footer.stream().noneMatch(text -> text.startsWith("Exit codes:"))) {
            footer.add("Exit codes: 0 done, 2 bad input or wrong usage.");
        }
        footer.add(own);
        usage.footer(footer.toArray(String[]::new));
        command.getSubcommands().values().forEach(each -> withEnd(each, own));
    }

    /** Runs a command; returns the exit code. */
    public static int run(Terminal terminal, String... arguments) {
        boolean version = arguments.length == 1 && VERSION.contains(arguments[0]);
        CommandLine line =
                version ? new CommandLine(new Main()) : line(terminal, arguments.length == 0 ? "" : arguments[0]);
        line.setOut(new PrintWriter(terminal.out(), true));
        line.setErr(new PrintWriter(terminal.err(), true));
        // an @file is an argument of ours, not more arguments
        line.setExpandAtFiles(false);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setHelpFactory((spec, colours) -> {
            // a terminal is asked for its width only where that is needed
            spec.usageMessage().width(Math.max(Screen.MIN_WIDTH, terminal.width()));
            return new CommandLine.Help(spec, colours);
        });
        line.setParameterExceptionHandler((failure, given) -> wrongUsage(terminal, failure));
        line.setExecutionExceptionHandler((failure, command, parsed) -> failed(terminal, failure));
        if (arguments.length == 0) {
            line.usage(terminal.err());
            return ExitCode.BAD_INPUT;
        }
        try {
            return line.execute(arguments);
        } catch (OutOfMemoryError e) {
            terminal.err()
                    .println("analyzer: the input needs more than " + HeapLimit.heap() + ": " + HeapLimit.remedy());
            return ExitCode.BAD_INPUT;
        }
    }

    private static int wrongUsage(Terminal terminal, ParameterException failure) {
        terminal.err().println("analyzer: " + usageMessage(failure));
        List<String> meant = meantCommands(failure);
        if (!meant.isEmpty()) {
            terminal.err().println("Did you mean: " + String.join(" or ", meant) + "?");
        } else {
            UnmatchedArgumentException.printSuggestions(failure, new PrintWriter(terminal.err(), true));
        }
        terminal.err()
                .println("'" + failure.getCommandLine().getCommandSpec().qualifiedName()
                        + " --help' shows what is possible.");
        return ExitCode.BAD_INPUT;
    }

    /** Returns the commands that may have been meant by a word that is none. */
    private static List<String> meantCommands(ParameterException failure) {
        CommandLine line = failure.getCommandLine();
        if (!(failure instanceof UnmatchedArgumentException unmatched)
                || unmatched.isUnknownOption()
                || unmatched.getUnmatched().isEmpty()
                || line.getSubcommands().isEmpty()) {
            return List.of();
        }
        String word = unmatched.getUnmatched().get(0).toLowerCase(Locale.ROOT);
        String other = OTHER_WORDS.get(word);
        List<String> names = other != null && line.getSubcommands().containsKey(other)
                ? List.of(other)
                : NearNames.of(word, line.getSubcommands().keySet());
        return names.stream()
                .map(name -> line.getCommandSpec().qualifiedName() + " " + name)
                .toList();
    }

    /** Says in plain words what picocli says in its own. */
    private static String usageMessage(ParameterException failure) {
        ArgSpec argument = failure.getArgSpec();
        if (argument != null && failure.getValue() != null && argument.completionCandidates() != null) {
            String name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
            List<String> words = new ArrayList<>();
            argument.completionCandidates().forEach(words::add);
            String last = words.remove(words.size() - 1);
            return Texts.safe(name + " takes " + (words.isEmpty() ? "" : String.join(", ", words) + " or ") + last
                    + ", not '" + failure.getValue() + "'");
        }
        if (argument instanceof OptionSpec option && failure.getValue() != null && number(option) != null) {
            return Texts.safe(option.longestName() + " " + failure.getValue() + ": expected " + number(option));
        }
        if (failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.isUnknownOption()
                && !unmatched.getUnmatched().isEmpty()) {
            boolean command = !failure.getCommandLine().getSubcommands().isEmpty();
            return Texts.safe((command ? "there is no command '" : "unexpected argument '")
                    + unmatched.getUnmatched().get(0) + "'");
        }
        return firstLine(failure);
    }

    /** Returns what kind of number an option takes; {@code null} where it takes none. */
    private static String number(OptionSpec option) {
        Class<?> type = option.auxiliaryTypes()[0];
        if (List.of(int.class, long.class, Integer.class, Long.class).contains(type)) {
            return "a whole number";
        }
        return type == double.class || type == Double.class ? "a number" : null;
    }

    private static int failed(Terminal terminal, Exception failure) {
        if (failure instanceof CommandException) {
            terminal.err().println("analyzer: " + firstLine(failure));
        } else {
            terminal.err()
                    .println("analyzer: internal error: " + Texts.safe(failure.toString()) + "; please report it (-D"
                            + DEBUG + "=true shows where it happened)");
        }
        if (Boolean.getBoolean(DEBUG)) {
            failure.printStackTrace(terminal.err());
        }
        return ExitCode.BAD_INPUT;
    }

    private static String firstLine(Exception failure) {
        // may name what a trace holds
        return Texts.safe(
                String.valueOf(failure.getMessage()).lines().findFirst().orElse(""));
    }
}
