// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.drift;

import io.agentprofiler.analyzer.answer.diff.Comparison;
import io.agentprofiler.analyzer.answer.diff.ListPrices;
import io.agentprofiler.analyzer.answer.diff.SideInputs;
import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.answer.diff.view.DiffNotes;
import io.agentprofiler.analyzer.answer.fingerprint.Fingerprints;
import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.terminal.ScreenOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.RunFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code analyzer drift}. */
@Command(
        name = "drift",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Checks that two runs, or one run in two formats, agree: every figure within a tolerance.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar drift before/ after/",
            "        the same dataset before and after a change: did any figure, path, model or prompt drift?",
            "  java -jar analyzer.jar drift run/ run-as-atif.json --tolerance all=0",
            "        one run in two formats: every figure equal",
            "  java -jar analyzer.jar drift before/ after/ --tolerance run_time=5%%,llm_latency_p99=any",
            "        closer for run time, and no verdict on a percentile",
            "",
            "Exit codes: 0 no drift, 1 something drifted, 2 bad input or wrong usage, 3 something cannot be told.",
            Documentation.AT + "questions/drift/"
        })
public final class DriftCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private SideInputs inputs;

    @Option(
            names = "--tolerance",
            paramLabel = "FIGURE=AMOUNT",
            description =
                    "How far a figure may move: run_time=5%%, llm_latency_p95=200ms, tool_calls=0, paths=any. Several,"
                            + " separated by commas or by giving it again; all=AMOUNT is for every figure.")
    private List<String> tolerance = List.of();

    @Option(names = "--strict", description = "Every difference beyond its limit counts, even if it may be noise.")
    private boolean strict;

    @Mixin
    private FormatOptions format;

    @Mixin
    private PriceOptions priceOptions;

    @Mixin
    private ScreenOptions screen;

    public DriftCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        Tolerances tolerances = Tolerances.parse(tolerance);
        Analysis<Side> question = Side.analysis(ListPrices.of(priceOptions.list()));
        List<Analysis<?>> analyses = List.of(question, Fingerprints.ANALYSIS, SpanFlags.ANALYSIS);
        List<Outcome> outcomes = inputs.read(terminal, "drift", analyses, analyses);
        Outcome before = outcomes.get(0);
        Outcome after = outcomes.get(1);
        Drift drift = Drift.of(
                side("before", before, question),
                side("after", after, question),
                tolerances,
                strict,
                Comparison.RESAMPLES);
        List<String> notes = new ArrayList<>(DiffNotes.ofData(drift.diff(), before, after));
        format.print(DriftDocument.of(drift, runs(before), runs(after), notes), screen.of(terminal), terminal);
        return switch (drift.verdict()) {
            case SAME -> ExitCode.OK;
            case CANNOT_TELL -> ExitCode.WARNED;
            case DRIFTED -> ExitCode.GATE_FAILED;
        };
    }

    private static Drift.Input side(String name, Outcome outcome, Analysis<Side> question) throws CommandException {
        Side side = outcome.summary().get(question);
        if (side.workflows() == 0) {
            throw new CommandException("the " + name + " side holds no workflow");
        }
        return new Drift.Input(side, outcome.summary().get(Fingerprints.ANALYSIS));
    }

    private static List<String> runs(Outcome outcome) {
        return outcome.runs().stream().map(RunFacts::run).toList();
    }
}
