// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.FindingOptions;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.gate.check.Check;
import io.agentprofiler.analyzer.answer.gate.check.Judge;
import io.agentprofiler.analyzer.answer.gate.check.Suite;
import io.agentprofiler.analyzer.answer.gate.check.Tallies;
import io.agentprofiler.analyzer.answer.tokens.PriceOptions;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.Documentation;
import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.command.FormatOptions;
import io.agentprofiler.analyzer.command.Version;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.command.input.RunSelection;
import io.agentprofiler.analyzer.command.input.WhereOption;
import io.agentprofiler.analyzer.command.terminal.ProgressBar;
import io.agentprofiler.analyzer.command.terminal.ScreenOptions;
import io.agentprofiler.analyzer.command.terminal.Terminal;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.InputFiles.RunFiles;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.read.Runs;
import io.agentprofiler.analyzer.read.Runs.Run;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.trace.pipeline.NameLimit;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.trace.pipeline.outcome.TraceFilter;
import io.agentprofiler.analyzer.view.terminal.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code analyzer gate}. */
@Command(
        name = "gate",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Fails a build when an agent does worse than it may: more model calls, tokens or time for a workflow,"
                        + " a failed call, a loop.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  java -jar analyzer.jar gate target/agent-profile --max-model-calls 3 --max-time p95=2s --no-failures --no-loops",
            "        after the tests of a build: exit code 1 when a workflow of any test does worse",
            "  java -jar analyzer.jar gate target/agent-profile --gates gates.json --junit target/TEST-agent.xml",
            "        gates that the team has committed; the result as a report of tests for the CI server",
            "  java -jar analyzer.jar gate target/agent-profile --only \"invoke_agent *\" --max-tokens 2000 --max-cost 0.01",
            "        workflows of some names alone",
            "",
            "Every limit is for each workflow; percentiles are of the workflows of one name. Exactly the limit is within it.",
            "All runs of the directory are read: remove those of earlier builds first.",
            "",
            "Exit codes: 0 all gates kept, 1 one is broken or cannot be judged, 2 bad input or wrong usage, 3 one cannot be",
            "judged and --if-unknown warn or --if-incomplete warn says that this is no failure.",
            Documentation.AT + "attach/testing/"
        })
public final class GateCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private GateInputs inputs;

    @Mixin
    private GateOptions gates;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Write the result as JUnit XML, too: a test suite for each service, a test case for each gate"
                    + " and name of workflows.")
    private Path junit;

    @Mixin
    private FormatOptions format;

    @Mixin
    private PriceOptions prices;

    @Mixin
    private FindingOptions finding;

    public GateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandException {
        gates.read();
        gates.findings();
        PriceList list = prices.list();
        Findings.FindingsQuestion findings = finding.question(list, JvmEvents.NONE);
        List<Suite> suites;
        try {
            suites = suites(list, findings);
        } catch (CommandException e) {
            // an earlier build's file must not be taken for the result of this one
            write(report -> report.error(e.getMessage()));
            throw e;
        }
        write(report -> report.suites(suites));
        format.print(GateDocument.of(suites, inputs.named()), inputs.screen(terminal), terminal);
        return exitCode(suites);
    }

    private List<Suite> suites(PriceList list, Findings.FindingsQuestion findings) throws CommandException {
        Impact least = gates.findings();
        Tallies.TalliesQuestion question =
                new Tallies.TalliesQuestion(gates.limits(), gates.judged(), list, findings.thresholds());
        List<Analysis<?>> analyses = new ArrayList<>(List.of(question, Workflows.ANALYSIS, SpanFlags.ANALYSIS));
        if (least != null) {
            analyses.addAll(List.of(findings, CriticalTotals.WAITED));
        }
        TraceFilter filter = inputs.filter();
        Map<String, Inputs> services = inputs.byService();
        Judge judge = new Judge(gates.policy());
        List<Suite> suites = new ArrayList<>();
        List<Tallies> read = new ArrayList<>();
        long bytes = services.values().stream().mapToLong(Inputs::bytes).sum();
        try (ProgressBar progress = ProgressBar.start(terminal, bytes)) {
            for (Map.Entry<String, Inputs> service : services.entrySet()) {
                NameLimit names = new NameLimit(
                        "gate", NameLimit.BYTES_PER_NAME, Runtime.getRuntime().maxMemory());
                // loops and findings hold what was recorded of texts against each other
                Outcome outcome = InputOptions.read(
                        service.getValue(), analyses, List.of(names), new ReadOptions(true, progress::add), filter);
                WhereOption.tell(outcome, service.getKey() + ": ", terminal);
                Tallies tallies = outcome.summary().get(question);
                List<Check> checks = new ArrayList<>(judge.limits(tallies));
                if (least != null) {
                    checks.addAll(judge.findings(outcome, findings, least));
                }
                checks.add(judge.completeness(outcome, tallies));
                read.add(tallies);
                suites.add(new Suite(
                        service.getKey(),
                        outcome.runs(),
                        tallies.workflows(),
                        tallies.names(),
                        tallies.left(),
                        new Suite.RunStarts(
                                starts(service.getValue()).min().orElse(tallies.firstNanos()),
                                starts(service.getValue()).max().orElse(tallies.firstNanos())),
                        checks,
                        DataSection.notes(outcome)));
            }
        }
        suites.add(Suite.together(suites, judge.together(gates.limits(), read, gates.fewest())));
        return suites;
    }

    /** Files that do not say which run they are of have a date, which is not when it began. */
    private static LongStream starts(Inputs inputs) {
        return inputs.runs().stream().filter(RunFiles::isNamed).mapToLong(RunFiles::startNanos);
    }

    /** A broken gate outweighs one that only warns. */
    private static int exitCode(List<Suite> suites) {
        int code = ExitCode.OK;
        for (Suite suite : suites) {
            for (Check check : suite.checks()) {
                code = check.fails() ? ExitCode.GATE_FAILED : code == ExitCode.OK ? check.exitCode() : code;
            }
        }
        return code;
    }

    private void write(JunitContent content) throws CommandException {
        try {
            if (junit != null) {
                content.write(new JunitReport(junit, inputs.named()));
            }
        } catch (IOException e) {
            throw new CommandException("--junit " + junit + " cannot be written: " + Reasons.of(e));
        }
    }

    /** What is written to the report of tests. */
    private interface JunitContent {
        void write(JunitReport report) throws IOException;
    }

    /** The runs of a build: all of a directory, for a build has many, and one for every JVM that its tests ran in. */
    private static final class GateInputs {
        /** Stands for the service where the files do not say which they are of. */
        private static final String NO_SERVICE = "traces";

        @Parameters(
                paramLabel = "INPUT",
                arity = "0..*",
                description =
                        "Directory of runs, run directory, or single trace file, in any format the analyzer knows. All"
                                + " runs of a directory are read. Default: agent-profile.")
        private List<Path> inputs;

        @Mixin
        private RunSelection selection;

        @Mixin
        private WhereOption where;

        @Mixin
        private ScreenOptions screen;

        Screen screen(Terminal terminal) {
            return screen.of(terminal);
        }

        /** Returns which workflows are judged, by their attributes. */
        TraceFilter filter() throws CommandException {
            return where.filter();
        }

        /** Returns what to read on a command line to look at the same runs. */
        List<Path> named() {
            return List.copyOf(inputs);
        }

        /**
         * Returns the files of each service, that of the newest run first.
         *
         * @throws CommandException when there is nothing to read
         */
        Map<String, Inputs> byService() throws CommandException {
            inputs = InputOptions.orDefault(inputs);
            for (Path input : inputs) {
                if (!Files.exists(input)) {
                    throw new CommandException(
                            input + " does not exist: no test wrote traces. Was the agent attached to the"
                                    + " JVM of the tests, and did they run?");
                }
            }
            Inputs found = InputOptions.find(inputs);
            Map<String, List<Run>> byService = new LinkedHashMap<>();
            for (Run run : selection.chosen(Runs.of(found))) {
                byService
                        .computeIfAbsent(run.service() == null ? NO_SERVICE : run.service(), any -> new ArrayList<>())
                        .add(run);
            }
            Map<String, Inputs> chosen = new LinkedHashMap<>();
            byService.forEach((service, runs) -> chosen.put(service, Runs.only(found, runs)));
            return chosen;
        }
    }
}
