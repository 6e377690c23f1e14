// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.diff.Gates.Gate;
import io.agentprofiler.analyzer.answer.diff.Gates.SyntaxException;
import io.agentprofiler.analyzer.answer.diff.program.ProgramComparison;
import io.agentprofiler.analyzer.answer.diff.promise.Promise;
import io.agentprofiler.analyzer.answer.diff.promise.Promises;
import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.answer.diff.side.Typical;
import io.agentprofiler.analyzer.answer.diff.view.DiffDocument;
import io.agentprofiler.analyzer.answer.diff.view.DiffDocument.DiffAnswer;
import io.agentprofiler.analyzer.answer.diff.view.DiffNotes;
import io.agentprofiler.analyzer.answer.finding.FindingOptions;
import io.agentprofiler.analyzer.answer.finding.Findings.FindingsQuestion;
import io.agentprofiler.analyzer.answer.fingerprint.Fingerprints;
import io.agentprofiler.analyzer.answer.fingerprint.Grouping.GroupOption;
import io.agentprofiler.analyzer.answer.id.WorkflowId;
import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.terminal.ScreenOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.workflow.FoundIds;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.HtmlView;
import io.agentprofiler.analyzer.view.MarkdownView;
import io.agentprofiler.analyzer.view.json.JsonView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
            "  java -jar analyzer.jar diff main-run/ branch-run/ --promised report/findings.json",
            "        what became of the findings of an earlier report",
            "",
            "A gate is [SCOPE:]METRIC>+LIMIT or [SCOPE:]METRIC<-LIMIT.",
            "  scope   none for workflows; a kind (llm, tool, ...); a kind and a name (tool 'execute_tool search');",
            "          workflow and a name; each for every operation",
            "  metric  time p50 p95 p99 total self calls errors failed first first_p95 tokens input output cached reasoning cost",
            "  limit   10%%, 200ms, 1pp (errors, failed), 500 (tokens, calls), 0.01 (dollars)",
            "An expected change is [SCOPE:]METRIC<=CHANGE or [SCOPE:]METRIC>=CHANGE, with + or - before the limit.",
            "",
            "Exit codes: 0 done, 1 a gate is broken, an expected change is not reached, or the figure is not known, 2 bad",
            "input or wrong usage, 3 too few workflows to decide.",
            Documentation.AT + "questions/diff/"
        })
public class DiffCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private DiffInputs inputs;

    @Option(
            names = "--fail-on",
            paramLabel = "GATES",
            description = "Limits on changes, separated by commas. Exit code 1 when one is broken by more than noise.")
    private String failOn;

    @Option(
            names = "--expect",
            paramLabel = "CHANGES",
            description =
                    "Changes that have to be shown, separated by commas, for example time<=-20%%,cost<=-30%%. Exit code 1"
                            + " when one is not reached, 3 when more workflows are needed to tell.")
    private String expect;

    @Option(names = "--strict", description = "Every difference beyond its limit counts, even if it may be noise.")
    private boolean strict;

    @Option(
            names = "--promised",
            paramLabel = "FILE",
            description =
                    "findings.json of an earlier report, whose findings to look for. Default: the findings of the first"
                            + " side.")
    private Path promised;

    @Mixin
    private FindingOptions finding;

    @Mixin
    private GroupOption grouping;

    @Mixin
    private FormatOptions format;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory to write ${COMMAND-NAME}.json, .md and .html to; created if missing.")
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
        List<Promise> given = promised == null ? null : given();
        directory();
        PriceList prices = priceOptions.list();
        Analysis<Side> question = Side.analysis(ListPrices.of(prices), grouping.group()::row);
        FindingsQuestion findings = finding.question(prices, JvmEvents.NONE);
        List<DiffInputs.Read> sides = inputs.read(terminal, name(), question, findings);
        DiffInputs.Read before = sides.get(0);
        DiffInputs.Read after = sides.get(1);
        Diff compared = Comparison.of(before.side(), after.side(), resamples);
        List<Gates.GateResult> results = Gates.judge(gates, compared, strict);
        Diff diff = Gates.judged(compared, results);
        Promises promises = Promises.of(
                given == null ? "the first side" : promised.toString(),
                given == null ? before.promises(findings) : given,
                after.promises(findings),
                List.of(before.waits(), after.waits()),
                diff);
        Document document = document(new DiffAnswer(
                diff,
                ProgramComparison.of(before.fingerprints(), after.fingerprints()),
                new DiffAnswer.ComparedRuns(runs(before.outcome()), runs(after.outcome())),
                new DiffAnswer.HowCompared(grouping.group().explanation(), prices.label()),
                Typical.of(diff, before.chosen(), after.chosen()),
                new DiffAnswer.JudgedGates(results, strict),
                promises,
                DiffNotes.of(
                        diff,
                        before.outcome(),
                        after.outcome(),
                        grouping.group().plural())));
        List<Path> written = write(document);
        format.print(document, screen.of(terminal), terminal, written);
        return exitCode(results);
    }

    /** Returns the command's name. */
    String name() {
        return "diff";
    }

    /** Answers whether changes have to be expected. */
    boolean expectsChanges() {
        return false;
    }

    /** Describes the answer. */
    Document document(DiffAnswer answer) {
        return DiffDocument.of(answer);
    }

    private List<Promise> given() throws CommandException {
        try {
            return Promise.read(promised);
        } catch (IOException e) {
            throw new CommandException("--promised " + promised + " cannot be read: " + Reasons.of(e));
        } catch (JsonFileException e) {
            throw new CommandException("--promised " + e.getMessage());
        }
    }

    private static int exitCode(List<Gates.GateResult> results) {
        if (results.stream().anyMatch(result -> result.outcome().fails())) {
            return ExitCode.GATE_FAILED;
        }
        boolean undecided = results.stream().anyMatch(result -> result.outcome() == Gates.GateOutcome.UNDECIDED);
        return undecided ? ExitCode.WARNED : ExitCode.OK;
    }

    private List<Gate> gates() throws CommandException {
        if (expectsChanges() && expect == null) {
            throw new CommandException(name() + " needs the changes to expect: --expect \"time<=-20%,cost<=-30%\"");
        }
        if (strict && failOn == null && expect == null) {
            throw new CommandException("--strict says how gates are judged: add --fail-on GATES or --expect CHANGES");
        }
        List<Gate> gates = new ArrayList<>();
        try {
            gates.addAll(failOn == null ? List.of() : Gates.parse(failOn));
        } catch (SyntaxException e) {
            throw new CommandException("--fail-on, " + e.getMessage());
        }
        try {
            gates.addAll(expect == null ? List.of() : Gates.expected(expect));
        } catch (SyntaxException e) {
            throw new CommandException("--expect, " + e.getMessage());
        }
        return gates;
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
        List<Path> files = Stream.of(".json", ".md", ".html")
                .map(ending -> out.resolve(name() + ending))
                .toList();
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
                description =
                        "Workflow of the first side to show in Markdown and HTML, by the id of its trace or of a span in it."
                                + " Default: the one closest to the median.")
        private String beforeTrace;

        @Option(names = "--after-trace", paramLabel = "ID", description = "The same for the second side.")
        private String afterTrace;

        /**
         * What was read of a side.
         *
         * @param chosen the workflow asked for, or {@code null}
         */
        record Read(Outcome outcome, Side side, Fingerprints fingerprints, Trace chosen) {
            /** Returns its findings, what promises most first. */
            List<Promise> promises(FindingsQuestion findings) {
                return Promise.of(
                        outcome.summary().get(findings).ranked(waits(), outcome.processes(), findings.thresholds()),
                        waits());
            }

            CriticalTotals waits() {
                return CriticalTotals.in(outcome.summary());
            }
        }

        /** Reads both sides, with the texts that findings compare; the first result is the first side. */
        List<Read> read(Terminal terminal, String command, Analysis<Side> question, FindingsQuestion findings)
                throws CommandException {
            FoundIds first = wanted(beforeTrace);
            FoundIds second = wanted(afterTrace);
            List<Outcome> outcomes = sides.read(
                    terminal, command, analyses(question, findings, first), analyses(question, findings, second), true);
            return List.of(
                    read("before", outcomes.get(0), question, first, beforeTrace),
                    read("after", outcomes.get(1), question, second, afterTrace));
        }

        private static FoundIds wanted(String trace) {
            return trace == null ? null : new FoundIds(trace);
        }

        private static List<Analysis<?>> analyses(Analysis<Side> question, FindingsQuestion findings, FoundIds wanted) {
            List<Analysis<?>> analyses = new ArrayList<>(
                    List.of(question, Fingerprints.ANALYSIS, SpanFlags.ANALYSIS, findings, CriticalTotals.WAITED));
            if (wanted != null) {
                analyses.add(wanted);
                analyses.add(Workflows.ANALYSIS);
            }
            return analyses;
        }

        private static Read read(String name, Outcome outcome, Analysis<Side> question, FoundIds wanted, String trace)
                throws CommandException {
            Side side = outcome.summary().get(question);
            if (side.workflows() == 0) {
                throw new CommandException("the " + name + " side holds no workflow");
            }
            Fingerprints fingerprints = outcome.summary().get(Fingerprints.ANALYSIS);
            if (wanted == null) {
                return new Read(outcome, side, fingerprints, null);
            }
            List<FoundIds.FoundId> found = WorkflowId.meant("--" + name + "-trace ", trace, wanted, outcome);
            if (found.size() > 1) {
                throw new CommandException("--" + name + "-trace " + trace + ": a conversation of " + found.size()
                        + " workflows; name one");
            }
            return new Read(outcome, side, fingerprints, found.get(0).trace());
        }
    }
}
