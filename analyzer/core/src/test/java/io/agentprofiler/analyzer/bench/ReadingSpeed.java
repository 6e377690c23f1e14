// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.bench;

import com.sun.management.OperatingSystemMXBean;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.report.Report;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.InputFiles.Input;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.InputFiles.RunFiles;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.pipeline.Pipeline;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the same files with Jackson's bare token loop, with the analyzer's decoder, and with all that {@code report} and {@code
 * report --all} work out, in turns, and prints the ratios.
 *
 * <pre>
 * java -cp ... io.agentprofiler.analyzer.bench.ReadingSpeed INPUT [ROUNDS]
 * </pre>
 */
public final class ReadingSpeed {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Spending.SpendingQuestion COSTS = new Spending.SpendingQuestion(PriceList.bundled(), false);
    private static final Findings.FindingsQuestion FINDINGS = Findings.standard();

    private ReadingSpeed() {}

    private interface Work {
        long run() throws Exception;
    }

    /** Measures; arguments as in the class comment. */
    public static void main(String[] arguments) throws Exception {
        Inputs inputs = InputFiles.find(List.of(Path.of(arguments[0])));
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        Speed bare = new Speed(0, 0);
        Speed read = new Speed(0, 0);
        Speed report = new Speed(0, 0);
        Speed whole = new Speed(0, 0);
        for (int round = 1; round <= rounds; round++) {
            Speed bareNow = speed(inputs, () -> tokens(inputs));
            Speed readNow = speed(inputs, () -> decode(inputs));
            Speed reportNow = speed(inputs, () -> analyse(inputs, Report.briefAnalyses(COSTS, FINDINGS, false)));
            Speed wholeNow = speed(inputs, () -> analyse(inputs, Report.analyses(COSTS, FINDINGS)));
            bare = bare.best(bareNow);
            read = read.best(readNow);
            report = report.best(reportNow);
            whole = whole.best(wholeNow);
            print("round " + round, bareNow, readNow, reportNow, wholeNow);
        }
        print("best", bare, read, report, whole);
        long events = analyse(inputs, List.of());
        System.out.printf(
                Locale.ROOT,
                "%,d events, %.0f MB; report: %,.0f events/s, report --all: %,.0f events/s on %d processors%n",
                events,
                inputs.bytes() / 1e6,
                events / (inputs.bytes() / 1e6 / report.wall()),
                events / (inputs.bytes() / 1e6 / whole.wall()),
                Runtime.getRuntime().availableProcessors());
    }

    /** Megabytes per second of wall time and of CPU time of the whole JVM; the latter tells more on a busy machine. */
    private record Speed(double wall, double cpu) {
        Speed best(Speed other) {
            return new Speed(Math.max(wall, other.wall), Math.max(cpu, other.cpu));
        }

        String beside(Speed bare) {
            return String.format(
                    Locale.ROOT, "%4.0f MB/s = %.2f (per CPU second %.2f)", wall, wall / bare.wall, cpu / bare.cpu);
        }
    }

    private static void print(String label, Speed bare, Speed read, Speed report, Speed whole) {
        System.out.printf(
                Locale.ROOT,
                "%-8s bare tokens %4.0f MB/s | decoding, one thread %s | report %s | report --all %s%n",
                label,
                bare.wall(),
                read.beside(bare),
                report.beside(bare),
                whole.beside(bare));
    }

    private static Speed speed(Inputs inputs, Work work) throws Exception {
        long cpu = cpuNanos();
        long start = System.nanoTime();
        work.run();
        double wallSeconds = (System.nanoTime() - start) / 1e9;
        double cpuSeconds = (cpuNanos() - cpu) / 1e9;
        return new Speed(inputs.bytes() / 1e6 / wallSeconds, inputs.bytes() / 1e6 / cpuSeconds);
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static long tokens(Inputs inputs) throws IOException {
        long tokens = 0;
        for (RunFiles run : inputs.runs()) {
            for (Input input : run.files()) {
                try (InputStream stream = input.file().open(bytes -> {});
                        JsonParser parser = JSON.createParser(ObjectReadContext.empty(), stream)) {
                    while (parser.nextToken() != null) {
                        tokens++;
                    }
                }
            }
        }
        return tokens;
    }

    private static long decode(Inputs inputs) throws IOException {
        long[] events = new long[1];
        EventSink counter = new EventSink() {
            @Override
            public void span(SpanEvent event) {
                events[0]++;
            }

            @Override
            public void run(RunEvent event) {
                events[0]++;
            }
        };
        for (RunFiles run : inputs.runs()) {
            for (Input input : run.files()) {
                input.reader()
                        .read(
                                input.file(),
                                ReadOptions.WITHOUT_CONTENT,
                                counter,
                                new Problems(input.file().path()));
            }
        }
        return events[0];
    }

    private static long analyse(Inputs inputs, List<Analysis<?>> analyses) throws IOException {
        Outcome outcome = new Pipeline(analyses, List.of(), ReadOptions.WITHOUT_CONTENT).run(inputs);
        return outcome.runs().stream()
                .mapToLong(run -> run.counts().read().all())
                .sum();
    }
}
