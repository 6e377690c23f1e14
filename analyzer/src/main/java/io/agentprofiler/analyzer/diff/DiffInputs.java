// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.diff;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.InputOptions;
import io.agentprofiler.analyzer.command.Progress;
import io.agentprofiler.analyzer.command.RunSelection;
import io.agentprofiler.analyzer.command.Terminal;
import io.agentprofiler.analyzer.diff.side.Side;
import io.agentprofiler.analyzer.fingerprint.Fingerprints;
import io.agentprofiler.analyzer.input.InputFiles.Inputs;
import io.agentprofiler.analyzer.input.ReadOptions;
import io.agentprofiler.analyzer.input.Runs;
import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.metric.SpanFlags;
import io.agentprofiler.analyzer.metric.workflow.FoundTraces;
import io.agentprofiler.analyzer.pipeline.NameLimit;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The two sides of a comparison: what was named, and the reading of it. */
final class DiffInputs {
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

    @Option(
            names = "--before-trace",
            paramLabel = "ID",
            description = "Workflow of the first side to show in Markdown and HTML: the beginning of its trace id."
                    + " Default: the one closest to the median.")
    private String beforeTrace;

    @Option(names = "--after-trace", paramLabel = "ID", description = "The same for the second side.")
    private String afterTrace;

    /**
     * What was read of a side.
     *
     * @param chosen the workflow asked for, or {@code null}
     */
    record Read(Outcome outcome, Side side, Fingerprints fingerprints, Trace chosen) {}

    /** Reads both sides with one progress bar; the first result is the first side. */
    List<Read> read(Terminal terminal, Analysis<Side> question) throws CommandException {
        boolean named = !before.isEmpty() || !after.isEmpty();
        if (named && (before.isEmpty() || after.isEmpty() || !sides.isEmpty())) {
            throw new CommandException("--before and --after go together, and take the place of BEFORE AFTER");
        }
        boolean two = named || sides.size() == 2;
        List<Inputs> found = two ? twoSides(named, terminal) : lastTwo(terminal);
        Inputs first = found.get(0);
        Inputs second = found.get(1);
        try (Progress progress = Progress.start(terminal, first.bytes() + second.bytes())) {
            ReadOptions options = new ReadOptions(false, progress::add);
            return List.of(
                    read("before", first, question, options, beforeTrace),
                    read("after", second, question, options, afterTrace));
        }
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
    private List<Inputs> lastTwo(Terminal terminal) throws CommandException {
        if (selection.isAll()) {
            throw new CommandException("--all-runs needs two sides: diff BEFORE AFTER");
        }
        if (sides.isEmpty() && !Files.isDirectory(InputOptions.DEFAULT)) {
            throw new CommandException(
                    "diff needs two sides: diff BEFORE AFTER, diff DIR for the last two runs in DIR, or no"
                            + " argument for those in ./" + InputOptions.DEFAULT + ", which does not exist");
        }
        Path directory = sides.isEmpty() ? InputOptions.DEFAULT : sides.get(0);
        Inputs found = InputOptions.find(List.of(directory));
        LastRuns.Pair pair = LastRuns.of(directory, selection.eligible(Runs.of(found)), selection.named());
        terminal.err().println(Texts.safe("analyzer: before: " + pair.before() + "; after: " + pair.after()));
        return List.of(Runs.only(found, List.of(pair.beforeRun())), Runs.only(found, List.of(pair.afterRun())));
    }

    private static Read read(String name, Inputs inputs, Analysis<Side> question, ReadOptions options, String trace)
            throws CommandException {
        List<Analysis<?>> analyses = new ArrayList<>(List.of(question, Fingerprints.ANALYSIS, SpanFlags.ANALYSIS));
        FoundTraces wanted = trace == null ? null : new FoundTraces(trace);
        if (wanted != null) {
            analyses.add(wanted);
        }
        // two sides, and what is resampled of both
        NameLimit limit = new NameLimit(
                "diff", NameLimit.BYTES_PER_NAME, Runtime.getRuntime().maxMemory());
        Outcome outcome = InputOptions.read(inputs, analyses, List.of(limit), options);
        Side side = outcome.summary().get(question);
        if (side.workflows() == 0) {
            throw new CommandException("the " + name + " side holds no workflow");
        }
        Fingerprints fingerprints = outcome.summary().get(Fingerprints.ANALYSIS);
        if (wanted == null) {
            return new Read(outcome, side, fingerprints, null);
        }
        List<Trace> found = outcome.summary().get(wanted);
        if (found.size() != 1) {
            throw new CommandException("--" + name + "-trace " + trace + ": "
                    + (found.isEmpty()
                            ? "no trace id begins so among the " + Units.count(side.workflows(), "workflow")
                            : "several trace ids begin so; give more digits"));
        }
        return new Read(outcome, side, fingerprints, found.get(0));
    }
}
