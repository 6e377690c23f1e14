// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.input.RunSelection;
import io.agentprofiler.analyzer.command.input.WhereOption;
import io.agentprofiler.analyzer.command.terminal.ProgressBar;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.Runs;
import io.agentprofiler.analyzer.read.Runs.Run;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.pipeline.NameLimit;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.TraceFilter;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The two sides of commands that compare: what was named, and the reading of it. */
public final class SideInputs {
    @Parameters(
            paramLabel = "BEFORE AFTER",
            arity = "0..2",
            hideParamSyntax = true,
            description =
                    "The two sides: a run directory, a directory of runs (its newest is taken), or a single trace file"
                            + " each. Of one directory alone the last two runs of a service are compared. Default: agent-profile.")
    private List<Path> sides = List.of();

    @Mixin
    private RunSelection selection;

    @Mixin
    private WhereOption where;

    @Option(
            names = "--before",
            paramLabel = "INPUT",
            arity = "1..*",
            description = "Runs of the first side, if there are several; needs --after.")
    private List<Path> before = List.of();

    @Option(
            names = "--after",
            paramLabel = "INPUT",
            arity = "1..*",
            description = "Runs of the second side, if there are several; needs --before.")
    private List<Path> after = List.of();

    /**
     * Reads both sides with one progress bar; the first result is the first side.
     *
     * @param command the command's name, for messages
     * @param ofBefore what to ask of the first side
     * @param ofAfter what to ask of the second side
     */
    public List<Outcome> read(Terminal terminal, String command, List<Analysis<?>> ofBefore, List<Analysis<?>> ofAfter)
            throws CommandException {
        return read(terminal, command, ofBefore, ofAfter, false);
    }

    /**
     * Reads both sides.
     *
     * @param content whether prompts and answers are wanted
     */
    public List<Outcome> read(
            Terminal terminal, String command, List<Analysis<?>> ofBefore, List<Analysis<?>> ofAfter, boolean content)
            throws CommandException {
        TraceFilter filter = where.filter();
        List<Inputs> found = find(terminal, command);
        Inputs first = found.get(0);
        Inputs second = found.get(1);
        try (ProgressBar progress = ProgressBar.start(terminal, first.bytes() + second.bytes())) {
            ReadOptions options = new ReadOptions(content, progress::add);
            List<Outcome> sides = List.of(
                    read(first, command, ofBefore, options, filter), read(second, command, ofAfter, options, filter));
            WhereOption.tell(sides.get(0), "before: ", terminal);
            WhereOption.tell(sides.get(1), "after: ", terminal);
            return sides;
        }
    }

    private static Outcome read(
            Inputs inputs, String command, List<Analysis<?>> analyses, ReadOptions options, TraceFilter filter)
            throws CommandException {
        // two sides, and what is resampled of both
        NameLimit limit = new NameLimit(
                command, NameLimit.BYTES_PER_NAME, Runtime.getRuntime().maxMemory());
        return InputOptions.read(inputs, analyses, List.of(limit), options, filter);
    }

    private List<Inputs> find(Terminal terminal, String command) throws CommandException {
        boolean named = !before.isEmpty() || !after.isEmpty();
        if (named && (before.isEmpty() || after.isEmpty() || !sides.isEmpty())) {
            throw new CommandException("--before and --after go together, and take the place of BEFORE AFTER");
        }
        return named || sides.size() == 2 ? twoSides(named, terminal) : lastTwo(terminal, command);
    }

    private List<Inputs> twoSides(boolean named, Terminal terminal) throws CommandException {
        List<Path> firsts = named ? before : sides.subList(0, 1);
        List<Path> seconds = named ? after : sides.subList(1, 2);
        Inputs first = InputOptions.find(firsts);
        Inputs second = InputOptions.find(seconds);
        if (selection.named().isEmpty()) {
            return List.of(
                    selection.newest(first, firsts.size() > 1, "before: ", terminal),
                    selection.newest(second, seconds.size() > 1, "after: ", terminal));
        }
        if (selection.named().size() != 2 || selection.isAll()) {
            throw new CommandException(
                    "with two sides --run is given twice, for the run of each: --run BEFORE --run AFTER");
        }
        return List.of(only(first, 0), only(second, 1));
    }

    private Inputs only(Inputs found, int side) throws CommandException {
        Runs eligible = selection.eligible(Runs.of(found));
        return Runs.only(
                found, List.of(RunSelection.one(eligible, selection.named().get(side))));
    }

    /** The last two runs of a service in a directory, or two that are named. */
    private List<Inputs> lastTwo(Terminal terminal, String command) throws CommandException {
        if (selection.isAll()) {
            throw new CommandException("--all-runs needs two sides: " + command + " BEFORE AFTER");
        }
        if (sides.isEmpty() && !Files.isDirectory(InputOptions.DEFAULT)) {
            throw new CommandException(command + " needs two sides: " + command + " BEFORE AFTER, " + command
                    + " DIR for the last two runs in DIR, or no argument for those in ./"
                    + InputOptions.DEFAULT + ", which does not exist");
        }
        Path directory = sides.isEmpty() ? InputOptions.DEFAULT : sides.get(0);
        Inputs found = InputOptions.find(List.of(directory));
        LastRuns.Pair pair = LastRuns.of(command, directory, selection.eligible(Runs.of(found)), selection.named());
        terminal.err().println(Texts.safe("analyzer: before: " + pair.before() + "; after: " + pair.after()));
        return List.of(Runs.only(found, List.of(pair.beforeRun())), Runs.only(found, List.of(pair.afterRun())));
    }

    /** Which two runs of a directory to compare: the newest of a service with the one before it, unless told otherwise. */
    private static final class LastRuns {
        private LastRuns() {}

        /** Two runs, and how to tell people which. */
        record Pair(Run beforeRun, Run afterRun, int of) {
            String before() {
                return words(beforeRun);
            }

            String after() {
                return words(afterRun);
            }

            private String words(Run run) {
                return "run " + run.number() + " of " + of + " " + run.id();
            }
        }

        /**
         * Chooses.
         *
         * @param command the command's name, for messages
         * @param directory what the user named, for messages
         * @param named what {@code --run} names: none, the second side, or both in order
         */
        static Pair of(String command, Path directory, Runs runs, List<String> named) throws CommandException {
            int count = runs.runs().size();
            if (named.size() > 2) {
                throw new CommandException(command + " compares two runs: give --run once or twice");
            }
            if (named.size() == 2) {
                return new Pair(RunSelection.one(runs, named.get(0)), RunSelection.one(runs, named.get(1)), count);
            }
            Run after = named.isEmpty() ? runs.runs().get(0) : RunSelection.one(runs, named.get(0));
            for (Run before : runs.runs()) {
                if (before.number() > after.number() && Objects.equals(before.service(), after.service())) {
                    return new Pair(before, after, count);
                }
            }
            String service = after.service() == null ? "" : " of service " + after.service();
            throw new CommandException(directory + " holds no run" + service + " before " + after.id()
                    + " to compare it with; name two sides: " + command + " BEFORE AFTER"
                    + (runs.services().size() > 1
                            ? ", or another service with --service: " + String.join(", ", runs.services())
                            : ""));
        }
    }
}
