// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.InputOptions;
import io.agentprofiler.analyzer.command.Terminal;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.completeness.DataSection;
import io.agentprofiler.analyzer.cost.Costs;
import io.agentprofiler.analyzer.cost.PriceOptions;
import io.agentprofiler.analyzer.finding.FindingOptions;
import io.agentprofiler.analyzer.finding.Findings;
import io.agentprofiler.analyzer.input.Reasons;
import io.agentprofiler.analyzer.input.event.JvmEvents;
import io.agentprofiler.analyzer.input.event.JvmPauses;
import io.agentprofiler.analyzer.metric.Analysis;
import io.agentprofiler.analyzer.nat.profile.NatOptions;
import io.agentprofiler.analyzer.nat.profile.ProfileOptions;
import io.agentprofiler.analyzer.overview.file.ReportFile;
import io.agentprofiler.analyzer.overview.file.ReportFiles;
import io.agentprofiler.analyzer.pipeline.Outcome;
import io.agentprofiler.analyzer.score.Score;
import io.agentprofiler.analyzer.score.ScoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "        all runs in the directory the agent writes to",
            "  java -jar analyzer.jar report --out out/ agent-profile/myagent-4711-20261121T052200/",
            "        one run, and report.html, JSON, CSV, pictures and the files of NVIDIA's NeMo Agent Toolkit in out/",
            "  java -jar analyzer.jar report --out out/ --format tokens,summary segment-000001.jsonl.gz",
            "        one file, and two files of the report",
            "  java -jar analyzer.jar report --out out/ --jfr run.jfr agent-profile/",
            "        garbage collections and lock waits of the recording in the page's waterfalls",
            "  java -jar analyzer.jar report --out out/ --format nat --llm-metrics all_requests_profiler_traces.json",
            "        what NVIDIA's NeMo Agent Toolkit's profiler writes, from its own traces or from ours",
            "",
            "docs/report-files.md describes every field of the files."
        })
public final class ReportCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private InputOptions input;

    @Option(names = "--out", paramLabel = "DIR", description = "Directory to write files to; made when missing.")
    private Path out;

    @Option(
            names = "--format",
            paramLabel = "FILE",
            split = ",",
            description = "Which files to write to --out: ${COMPLETION-CANDIDATES}. Default: all.")
    private List<ReportFile> formats;

    @Option(
            names = "--jfr",
            paramLabel = "FILE",
            split = ",",
            description =
                    "Flight recording of the same process: its garbage collections and lock waits are looked at for"
                            + " findings, and laid over the waterfalls of report.html. Those of recordings among the inputs are, too.")
    private List<Path> recordings = List.of();

    @Mixin
    private ProfileOptions profile;

    @Mixin
    private PriceOptions prices;

    @Mixin
    private FindingOptions finding;

    @Mixin
    private ScoreOptions scores;

    public ReportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        NatOptions options = profile.nat();
        Costs.Question costs = prices.costs();
        JvmPauses pauses = pauses();
        Findings.Question findings = finding.question(costs.prices(), JvmEvents.of(pauses));
        List<Score> given = scores.read();
        if (out == null) {
            if (formats != null) {
                throw new CommandException("--format says which files to write: add --out DIR to say where");
            }
            print(
                    // findings hold what was recorded of texts against each other
                    input.read(terminal, TerminalReport.analyses(costs, findings), List.of(), true),
                    options,
                    costs,
                    findings,
                    given);
            return ExitCode.OK;
        }
        Set<ReportFile> wanted = formats == null ? EnumSet.allOf(ReportFile.class) : EnumSet.copyOf(formats);
        try (ReportFiles files = new ReportFiles(out, wanted, options, costs, findings)) {
            files.score(given);
            Outcome outcome = input.read(terminal, analyses(wanted, costs, findings), files.outputs(), true);
            files.write(outcome, pauses, DataSection.notes(outcome));
            print(outcome, options, costs, findings, given);
            terminal.out().println();
            terminal.out()
                    .println("Written: "
                            + files.paths().stream().map(Path::toString).collect(Collectors.joining(", ")));
            files.failures().forEach(terminal.out()::println);
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

    private static List<Analysis<?>> analyses(Set<ReportFile> files, Costs.Question costs, Findings.Question findings) {
        Set<Analysis<?>> all = new LinkedHashSet<>(TerminalReport.analyses(costs, findings));
        files.forEach(file -> all.addAll(file.analyses()));
        return new ArrayList<>(all);
    }

    private void print(
            Outcome outcome, NatOptions options, Costs.Question costs, Findings.Question findings, List<Score> given) {
        TerminalReport.print(outcome, options, costs, findings, given, input.screen(terminal), terminal.out());
    }
}
