// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.bench;

import com.sun.management.OperatingSystemMXBean;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.report.Report;
import io.agentprofiler.analyzer.answer.report.ReportFile;
import io.agentprofiler.analyzer.answer.report.ReportFiles;
import io.agentprofiler.analyzer.answer.report.ReportPart;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.formats.nat.profile.NatReportPart;
import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.InputFiles.Input;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.InputFiles.RunFiles;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.pipeline.Pipeline;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.terminal.Screen;
import io.agentprofiler.analyzer.view.terminal.TerminalView;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Runs everything a {@code report} does, with and without each group of files, on runs of a size, of twice and of four
 * times that, and prints CPU seconds, events per second, the ratio to Jackson's bare token loop on the same files, and by
 * how much doubling the input multiplies the time.
 *
 * <pre>
 * java -Xmx512m -cp ... io.agentprofiler.analyzer.bench.AnalysisSpeed DIR [EVENTS]
 * </pre>
 */
public final class AnalysisSpeed {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int SIZES = 3;
    private static final int ROUNDS = 2;

    private AnalysisSpeed() {}

    private interface Work {
        void run() throws Exception;
    }

    /** Measures; arguments as in the class comment. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        long events = arguments.length > 1 ? Long.parseLong(arguments[1]) : 250_000;
        double[][] seconds = new double[SIZES][];
        String[] names = {"bare tokens", "terminal report", "+ profile.json", "+ NAT's files", "NAT's trace as input"};
        for (int measured = -1; measured < SIZES; measured++) {
            // the first pass warms up and is not printed
            int size = Math.max(0, measured);
            long count = events << size;
            Path run = directory.resolve("run-" + count);
            if (!Files.exists(run)) {
                RunGenerator.generate(run, count, 64_000_000);
            }
            Inputs inputs = InputFiles.find(List.of(run));
            Path out = directory.resolve("out");
            seconds[size] = new double[names.length];
            seconds[size][0] = best(() -> tokens(inputs));
            seconds[size][1] = best(() -> report(inputs, out, EnumSet.noneOf(ReportFile.class), List.of()));
            seconds[size][2] = best(() -> report(inputs, out, EnumSet.of(ReportFile.PROFILE), List.of()));
            seconds[size][3] =
                    best(() -> report(inputs, out, EnumSet.of(ReportFile.PROFILE), List.of(new NatReportPart())));
            Path trace = directory.resolve("trace-" + count + ".json");
            Files.copy(out.resolve("all_requests_profiler_traces.json"), trace, StandardCopyOption.REPLACE_EXISTING);
            Inputs nat = InputFiles.find(List.of(trace));
            double bare = best(() -> tokens(nat));
            seconds[size][4] = best(() -> report(nat, out, EnumSet.noneOf(ReportFile.class), List.of()));
            for (int i = 0; i < names.length && measured >= 0; i++) {
                System.out.printf(
                        Locale.ROOT,
                        "%,9d events  %-22s %6.2f CPU s  %,10.0f events/s  %5.1f x bare tokens  %s%n",
                        count,
                        names[i],
                        seconds[size][i],
                        count / seconds[size][i],
                        seconds[size][i] / (i == 4 ? bare : seconds[size][0]),
                        size == 0
                                ? ""
                                : String.format(
                                        Locale.ROOT,
                                        "x %.2f for twice the events",
                                        seconds[size][i] / seconds[size - 1][i]));
            }
            Files.delete(trace);
        }
    }

    /** CPU time of the whole JVM: other programs on the machine disturb it less than the clock. */
    private static double best(Work work) throws Exception {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long start = cpuNanos();
            work.run();
            best = Math.min(best, (cpuNanos() - start) / 1e9);
        }
        return best;
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static void report(Inputs inputs, Path out, Set<ReportFile> wanted, List<ReportPart> parts)
            throws IOException {
        Set<Analysis<?>> analyses = new LinkedHashSet<>(
                Report.analyses(new Spending.SpendingQuestion(PriceList.bundled()), Findings.standard()));
        wanted.forEach(file -> analyses.addAll(file.analyses()));
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        if (wanted.isEmpty()) {
            Outcome outcome = new Pipeline(List.copyOf(analyses), List.of(), ReadOptions.WITHOUT_CONTENT).run(inputs);
            print(outcome, nowhere);
            return;
        }
        try (ReportFiles files = new ReportFiles(
                out,
                wanted,
                parts,
                Long.MAX_VALUE,
                CallLimits.DEFAULT,
                new Spending.SpendingQuestion(PriceList.bundled()),
                Findings.standard())) {
            ReadOptions options = new ReadOptions(!parts.isEmpty(), bytes -> {});
            Outcome outcome = new Pipeline(List.copyOf(analyses), files.outputs(), options).run(inputs);
            files.write(outcome);
            print(outcome, nowhere);
        }
    }

    private static void print(Outcome outcome, PrintStream to) {
        Report report = new Report(
                outcome,
                CallLimits.DEFAULT,
                new Spending.SpendingQuestion(PriceList.bundled()),
                Findings.standard(),
                List.of());
        TerminalView.print(report.full(), Screen.plain(true), to);
    }

    private static void tokens(Inputs inputs) throws IOException {
        for (RunFiles run : inputs.runs()) {
            for (Input input : run.files()) {
                try (InputStream stream = input.file().open(bytes -> {});
                        JsonParser parser = JSON.createParser(ObjectReadContext.empty(), stream)) {
                    while (parser.nextToken() != null) {
                        // counts for nothing
                    }
                }
            }
        }
    }
}
