// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.finding.FindingOptions;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.fingerprint.Grouping;
import io.agentprofiler.analyzer.answer.fingerprint.Grouping.GroupOption;
import io.agentprofiler.analyzer.answer.report.pairs.RunPairs;
import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.answer.score.ScoreOptions;
import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.answer.whatif.goal.KnownChanges;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.DataOptions;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.Format;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.read.event.JvmPauses;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.metric.sequence.SequencePatterns.Limits;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code analyzer report}. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Prints where time, tokens and money went; with --out also writes files for other programs.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar report agent-profile/",
            "        what to change first, on one screen; --all prints every table",
            "  java -jar analyzer.jar report --group fingerprint agent-profile/",
            "        every table, with a row for workflows that do the same",
            "  java -jar analyzer.jar report --out out/ agent-profile/myagent-4711-20261121T052200/",
            "        one run, and report.html, JSON, CSV and pictures in out/",
            "  java -jar analyzer.jar report --out out/ --format tokens,summary segment-000001.jsonl.gz",
            "        one file, and two files of the report",
            "  java -jar analyzer.jar report --out out/ --jfr run.jfr agent-profile/",
            "        garbage collections and lock waits of the recording in the page's waterfalls",
            "  java -jar analyzer.jar report --out out/ --format nat --llm-metrics all_requests_profiler_traces.json",
            "        what NVIDIA's NeMo Agent Toolkit's profiler writes, from its own traces or from ours",
            "",
            Documentation.AT + "reference/report-files/"
        })
public final class ReportCommand implements Callable<Integer> {
    private final List<ReportPart> parts = ReportPart.all();
    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Option(names = "--out", paramLabel = "DIR", description = "Directory to write files to; created if missing.")
    private Path out;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            split = ",",
            completionCandidates = Formats.class,
            description =
                    "Without --out how to print: text, json, markdown, html or csv; default: text. With --out which files to"
                            + " write: html, spans, calltree, gantt, tokens, summary, profile, critical-path, findings, scores, plots or"
                            + " nat; default: all but nat.")
    private List<String> formats;

    @Mixin
    private DataOptions data;

    @Option(names = "--all", description = "Print everything, not only what matters most.")
    private boolean all;

    @Option(
            names = "--jfr",
            paramLabel = "FILE",
            split = ",",
            description =
                    "Flight recording of the same process. Its garbage collections and lock waits appear in findings, in"
                            + " the waterfalls of report.html and in exports that show them, as do those of recordings among the inputs.")
    private List<Path> recordings = List.of();

    @Mixin
    private GroupOption grouping;

    @Mixin
    private ProfileOptions profile;

    @Mixin
    private PriceOptions prices;

    @Mixin
    private FindingOptions finding;

    @Mixin
    private ScoreOptions scores;

    private ReportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Returns the command with the options of all files there are. */
    public static CommandLine line(Terminal terminal) {
        ReportCommand command = new ReportCommand(terminal);
        CommandLine line = new CommandLine(command);
        for (ReportPart part : command.parts) {
            if (part.options() != null) {
                line.getCommandSpec().addMixin(part.word(), CommandSpec.forAnnotatedObject(part.options()));
            }
        }
        return line;
    }

    @Override
    public Integer call() throws CommandException {
        CallLimits limits = profile.limits();
        Spending.SpendingQuestion costs = new Spending.SpendingQuestion(prices.list(), false);
        JvmPauses pauses = pauses();
        Findings.FindingsQuestion findings = finding.question(costs.prices(), JvmEvents.of(pauses));
        List<Score> given = scores.read(input.inputs(terminal));
        WorkflowTable workflows = new WorkflowTable(grouping.group());
        if (out == null) {
            Format format = format();
            // findings hold what was recorded of texts against each other
            List<Analysis<?>> analyses = isFull(format)
                    ? analyses(Set.of(), List.of(), costs, findings, workflows)
                    : Report.briefAnalyses(costs, findings, !given.isEmpty());
            Outcome outcome = input.read(terminal, analyses, List.of(), true);
            print(new Report(outcome, limits, costs, findings, given, workflows), format);
            return ExitCode.OK;
        }
        Set<ReportFile> wanted = files();
        List<ReportPart> others = parts();
        long mostSpans = formats == null ? ReportFiles.MOST_UNASKED : Long.MAX_VALUE;
        try (ReportFiles files = new ReportFiles(out, wanted, others, mostSpans, limits, costs, findings)) {
            files.score(given);
            List<Analysis<?>> analyses = analyses(wanted, others, costs, findings, workflows);
            if (wanted.contains(ReportFile.HTML)) {
                RunPairs pairs = RunPairs.of(input.inputs(terminal).runs(), costs.prices());
                analyses.addAll(pairs.analyses());
                files.compare(pairs);
            }
            Outcome outcome = input.read(terminal, analyses, files.outputs(), true);
            Report report = new Report(outcome, limits, costs, findings, given, workflows);
            files.write(
                    outcome, pauses, DataSection.notes(outcome), report.full().blocks());
            print(report, Format.TEXT);
            terminal.out().println();
            terminal.out().println(FormatOptions.written(files.paths()));
            files.failures().forEach(terminal.out()::println);
            if (formats == null) {
                parts.stream().map(ReportPart::hint).filter(Objects::nonNull).forEach(terminal.out()::println);
            }
            if (files.page() != null) {
                terminal.out()
                        .println("Open in a browser: "
                                + files.page().toAbsolutePath().normalize());
            }
            return ExitCode.OK;
        } catch (IOException e) {
            throw new CommandException("cannot write to " + out + ": " + Reasons.of(e));
        }
    }

    private JvmPauses pauses() throws CommandException {
        JvmPauses pauses = new JvmPauses();
        Set<Path> files = new LinkedHashSet<>(recordings);
        files.addAll(input.recordings(terminal));
        for (Path file : files) {
            try {
                pauses.read(file);
            } catch (IOException e) {
                // of an input among the traces the reader tells
                if (recordings.contains(file)) {
                    throw new CommandException(
                            "--jfr " + file + " cannot be read as a flight recording: " + Reasons.of(e));
                }
            }
        }
        return pauses;
    }

    private static List<Analysis<?>> analyses(
            Set<ReportFile> files,
            List<ReportPart> others,
            Spending.SpendingQuestion costs,
            Findings.FindingsQuestion findings,
            WorkflowTable workflows) {
        Set<Analysis<?>> all = new LinkedHashSet<>(Report.analyses(costs, findings));
        all.addAll(workflows.analyses());
        all.add(KnownChanges.SAMPLE);
        files.forEach(file -> all.addAll(file.analyses()));
        others.forEach(part -> all.addAll(part.analyses()));
        return new ArrayList<>(all);
    }

    /** Returns how to print. */
    private Format format() throws CommandException {
        if (formats == null) {
            return Format.TEXT;
        }
        for (Format format : Format.values()) {
            if (formats.equals(List.of(format.toString()))) {
                return format;
            }
        }
        String word = formats.stream()
                .filter(format -> ReportFile.of(format) != null || part(format) != null)
                .findFirst()
                .orElse(null);
        throw new CommandException(
                word == null
                        ? "--format " + String.join(",", formats) + ": expected one of "
                                + Arrays.toString(Format.values())
                        : "--format " + String.join(",", formats)
                                + " names files to write: add --out DIR to say where");
    }

    /** Returns which files to write. */
    private Set<ReportFile> files() throws CommandException {
        if (formats == null) {
            return EnumSet.allOf(ReportFile.class);
        }
        Set<ReportFile> files = EnumSet.noneOf(ReportFile.class);
        for (String word : formats) {
            ReportFile file = ReportFile.of(word);
            if (file != null) {
                files.add(file);
            } else if (part(word) == null) {
                throw new CommandException("--format " + word + ": with --out expected some of "
                        + words(parts).toList());
            }
        }
        return files;
    }

    /** Returns which files of other rooms to write. */
    private List<ReportPart> parts() {
        return parts.stream()
                .filter(part -> formats == null ? part.isUsual() : formats.contains(part.word()))
                .toList();
    }

    private ReportPart part(String word) {
        return parts.stream()
                .filter(part -> part.word().equals(word))
                .findFirst()
                .orElse(null);
    }

    private static Stream<String> words(List<ReportPart> parts) {
        return Stream.concat(
                Arrays.stream(ReportFile.values()).map(Object::toString),
                parts.stream().map(ReportPart::word));
    }

    /** Answers whether everything is printed: programs get it all. */
    private boolean isFull(Format format) {
        // the table of workflows is not among what matters most: who chooses its rows wants to see it
        return all || format.isData() || grouping.group() != Grouping.NAME;
    }

    private void print(Report report, Format format) throws CommandException {
        Document document = isFull(format) ? report.full() : report.brief();
        FormatOptions.print(document, format, data, input.screen(terminal), terminal);
    }

    /** What a shell can complete. */
    static final class Formats implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.concat(Arrays.stream(Format.values()).map(Object::toString), words(ReportPart.all()))
                    .distinct()
                    .iterator();
        }
    }

    /** Options that say from where on something about calls is worth telling. */
    private static final class ProfileOptions {
        private static final int MOST_PATTERNS = 10;
        private static final int MAX_GAP = 5;
        private static final int ANY_GAP = -1;

        @Option(
                names = "--spike-threshold",
                paramLabel = "CALLS",
                description =
                        "Concurrent model and tool calls that count as a spike. Default: the 90th percentile of the run.")
        private Integer spikeThreshold;

        @Option(
                names = "--min-frequency",
                paramLabel = "SHARE",
                defaultValue = "0.5",
                description =
                        "Share of a model's calls that must begin with a prompt prefix. Default: ${DEFAULT-VALUE}.")
        private double minFrequency;

        @Option(
                names = "--min-support",
                paramLabel = "WORKFLOWS",
                defaultValue = "2",
                description = "Number of workflows in which a pattern of calls must occur. Default: ${DEFAULT-VALUE}.")
        private int minSupport;

        @Option(
                names = "--min-coverage",
                paramLabel = "SHARE",
                defaultValue = "0",
                description = "Share of the workflows in which a pattern must occur. Default: ${DEFAULT-VALUE}.")
        private double minCoverage;

        @Option(
                names = "--max-gap",
                paramLabel = "CALLS",
                description = "Other calls allowed between two calls of a pattern, 0 to 5. Default: any number.")
        private Integer maxGap;

        /** Returns the limits. */
        CallLimits limits() throws CommandException {
            return new CallLimits(minFrequency, spikeThreshold(), patterns());
        }

        /** Returns the threshold, 0 where the run decides. */
        private int spikeThreshold() throws CommandException {
            if (spikeThreshold == null) {
                return 0;
            }
            return require(spikeThreshold >= 1, "--spike-threshold takes a number of 1 or more", spikeThreshold);
        }

        /** Returns what patterns are looked for. */
        private Limits patterns() throws CommandException {
            require(minSupport >= 1, "--min-support takes a number of 1 or more", minSupport);
            require(minCoverage >= 0 && minCoverage <= 1, "--min-coverage takes a share from 0 to 1", 0);
            require(minFrequency >= 0 && minFrequency <= 1, "--min-frequency takes a share from 0 to 1", 0);
            int gap = maxGap == null ? ANY_GAP : maxGap;
            require(maxGap == null || gap >= 0 && gap <= MAX_GAP, "--max-gap takes a number from 0 to " + MAX_GAP, gap);
            return new Limits(minSupport, gap, minCoverage, MOST_PATTERNS, 1);
        }

        private static int require(boolean valid, String otherwise, int value) throws CommandException {
            if (!valid) {
                throw new CommandException(otherwise);
            }
            return value;
        }
    }
}
