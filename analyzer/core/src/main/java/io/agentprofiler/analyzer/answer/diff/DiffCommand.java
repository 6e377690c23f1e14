// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.diff.Gates.Gate;
import io.agentprofiler.analyzer.answer.diff.Gates.SyntaxException;
import io.agentprofiler.analyzer.answer.diff.program.ProgramComparison;
import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.answer.diff.side.Typical;
import io.agentprofiler.analyzer.answer.diff.view.DiffDocument;
import io.agentprofiler.analyzer.answer.diff.view.DiffDocument.DiffAnswer;
import io.agentprofiler.analyzer.answer.diff.view.DiffNotes;
import io.agentprofiler.analyzer.answer.fingerprint.Fingerprints;
import io.agentprofiler.analyzer.answer.fingerprint.Grouping.GroupOption;
import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.terminal.ScreenOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.workflow.FoundTraces;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.HtmlView;
import io.agentprofiler.analyzer.view.MarkdownView;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.json.JsonView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer diff}. */
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Compares two runs or sets of runs and separates changes from noise; with --fail-on it fails a build.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar diff main-run/ branch-run/",
            "        what the branch changed",
            "  java -jar analyzer.jar diff --before main-1/ main-2/ --after branch-1/ branch-2/ --out out/",
            "        several runs per side; writes diff.json, diff.md and diff.html",
            "  java -jar analyzer.jar diff main-run/ branch-run/ --fail-on \"p95>+10%%,cost>+5%%,llm:calls>+0.5\"",
            "        exit code 1 when workflows got slower or more expensive, or call models more often",
            "",
            "A gate is [SCOPE:]METRIC>+LIMIT or [SCOPE:]METRIC<-LIMIT.",
            "  scope   none for workflows; a kind (llm, tool, ...); a kind and a name (tool 'execute_tool search');",
            "          workflow and a name; each for every operation",
            "  metric  time p50 p95 p99 total self calls errors first first_p95 tokens input output cached reasoning cost",
            "  limit   10%%, 200ms, 1pp (errors), 500 (tokens, calls), 0.01 (dollars)",
            "",
            "Exit codes: 0 done, 1 a gate is broken or its figure is not known, 2 bad input or wrong usage, 3 a gate has",
            "too few workflows to be judged.",
            "docs/diff.md explains how changes are separated from noise, and every field of the files."
        })
public final class DiffCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private DiffInputs inputs;

    @Option(
            names = "--fail-on",
            paramLabel = "GATES",
            description = "Limits on changes, separated by commas. Exit code 1 when one is broken by more than noise.")
    private String failOn;

    @Option(names = "--strict", description = "Every difference beyond its limit counts, even if it may be noise.")
    private boolean strict;

    @Mixin
    private GroupOption grouping;

    @Mixin
    private FormatOptions format;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory to write diff.json, diff.md and diff.html to; created if missing.")
    private Path out;

    @Option(
            names = "--resamples",
            paramLabel = "COUNT",
            defaultValue = "2000",
            description = "How often to resample the workflows for the intervals. Default: ${DEFAULT-VALUE}.")
    private int resamples;

    @Mixin
    private PriceOptions priceOptions;

    @Mixin
    private ScreenOptions screen;

    public DiffCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        if (resamples < Comparison.FEWEST_RESAMPLES || resamples > Comparison.MOST_RESAMPLES) {
            throw new CommandException("--resamples takes a number from " + Comparison.FEWEST_RESAMPLES + " to "
                    + Comparison.MOST_RESAMPLES);
        }
        List<Gate> gates = gates();
        directory();
        PriceList prices = priceOptions.list();
        Analysis<Side> question = Side.analysis(ListPrices.of(prices), grouping.group()::row);
        List<DiffInputs.Read> sides = inputs.read(terminal, question);
        DiffInputs.Read before = sides.get(0);
        DiffInputs.Read after = sides.get(1);
        Diff compared = Comparison.of(before.side(), after.side(), resamples);
        List<Gates.GateResult> results = Gates.judge(gates, compared, strict);
        Diff diff = Gates.judged(compared, results);
        Document document = DiffDocument.of(new DiffAnswer(
                diff,
                ProgramComparison.of(before.fingerprints(), after.fingerprints()),
                new DiffAnswer.ComparedRuns(runs(before.outcome()), runs(after.outcome())),
                grouping.group().explanation(),
                Typical.of(diff, before.chosen(), after.chosen()),
                new DiffAnswer.JudgedGates(results, strict),
                DiffNotes.of(
                        diff,
                        before.outcome(),
                        after.outcome(),
                        grouping.group().plural()),
                prices.label()));
        List<Path> written = write(document);
        format.print(document, screen.of(terminal), terminal, written);
        return exitCode(results);
    }

    private static int exitCode(List<Gates.GateResult> results) {
        if (results.stream().anyMatch(result -> result.outcome().fails())) {
            return ExitCode.GATE_FAILED;
        }
        boolean undecided = results.stream().anyMatch(result -> result.outcome() == Gates.GateOutcome.UNDECIDED);
        return undecided ? ExitCode.WARNED : ExitCode.OK;
    }

    private List<Gate> gates() throws CommandException {
        if (strict && failOn == null) {
            throw new CommandException("--strict says how gates are judged: add --fail-on GATES");
        }
        try {
            return failOn == null ? List.of() : Gates.parse(failOn);
        } catch (SyntaxException e) {
            throw new CommandException("--fail-on, " + e.getMessage());
        }
    }

    /** Makes the directory before anything is read, which may take long. */
    private void directory() throws CommandException {
        try {
            if (out != null) {
                PrivateFiles.directory(out);
            }
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    private List<Path> write(Document document) throws CommandException {
        if (out == null) {
            return List.of();
        }
        List<Path> files = List.of(out.resolve("diff.json"), out.resolve("diff.md"), out.resolve("diff.html"));
        try {
            JsonView.write(document, files.get(0));
            PrivateFiles.write(
                    files.get(1),
                    stream -> stream.write(MarkdownView.of(document).getBytes(StandardCharsets.UTF_8)));
            PrivateFiles.write(
                    files.get(2), stream -> stream.write(HtmlView.of(document).getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw cannotWrite(e);
        }
        return files;
    }

    private CommandException cannotWrite(IOException failure) {
        return new CommandException("cannot write to " + out + ": " + Reasons.of(failure));
    }

    private static List<String> runs(Outcome outcome) {
        return outcome.runs().stream().map(RunFacts::run).toList();
    }

    /** What {@code diff} reads of both sides. */
    private static final class DiffInputs {
        @Mixin
        private SideInputs sides;

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

        /** Reads both sides; the first result is the first side. */
        List<Read> read(Terminal terminal, Analysis<Side> question) throws CommandException {
            FoundTraces first = wanted(beforeTrace);
            FoundTraces second = wanted(afterTrace);
            List<Outcome> outcomes =
                    sides.read(terminal, "diff", analyses(question, first), analyses(question, second));
            return List.of(
                    read("before", outcomes.get(0), question, first, beforeTrace),
                    read("after", outcomes.get(1), question, second, afterTrace));
        }

        private static FoundTraces wanted(String trace) {
            return trace == null ? null : new FoundTraces(trace);
        }

        private static List<Analysis<?>> analyses(Analysis<Side> question, FoundTraces wanted) {
            List<Analysis<?>> analyses = new ArrayList<>(List.of(question, Fingerprints.ANALYSIS, SpanFlags.ANALYSIS));
            if (wanted != null) {
                analyses.add(wanted);
            }
            return analyses;
        }

        private static Read read(
                String name, Outcome outcome, Analysis<Side> question, FoundTraces wanted, String trace)
                throws CommandException {
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
}
