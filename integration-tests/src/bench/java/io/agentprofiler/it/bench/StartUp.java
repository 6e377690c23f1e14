// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** CPU time, memory and classes that each agent adds until a program's first answer, the agents taking turns. */
final class StartUp {
    private static final Pattern TOOK = Pattern.compile("took (\\d+) (\\d+)");

    private final Program program;
    private final Map<String, Cost> costs = new LinkedHashMap<>();

    /**
     * A program that answers once.
     *
     * @param name of its framework
     * @param main its class
     * @param classPath the framework's jars, the program and {@link FirstAnswer}
     */
    record Program(String name, String main, String classPath) {}

    /** Creates the benchmark of a program. */
    StartUp(Program program) {
        this.program = program;
    }

    private static final class Cost {
        final Figures cpuMillis = new Figures();
        final Figures residentMegabytes = new Figures();
        final Figures classes = new Figures();
    }

    /** Measures every agent {@code rounds} times and prints the table. */
    void run(List<Probe> probes, int rounds) throws IOException, InterruptedException {
        for (int round = 1; round <= rounds; round++) {
            System.out.println("start-up, " + program.name() + ", round " + round + " of " + rounds);
            for (Probe probe : probes) {
                measure(probe, costs.computeIfAbsent(probe.name(), name -> new Cost()));
            }
        }
        print();
    }

    private void measure(Probe probe, Cost cost) throws IOException, InterruptedException {
        Path loaded = Files.createTempFile("classes", ".txt");
        String output = Child.run(
                probe,
                List.of("-Xmx512m", "-Xlog:class+load:file=" + loaded),
                program.classPath(),
                List.of(FirstAnswer.class.getName(), program.main()));
        try (Stream<String> lines = Files.lines(loaded)) {
            cost.classes.add(lines.count());
        }
        Files.delete(loaded);
        Matcher took = TOOK.matcher(output);
        if (!took.find()) {
            throw new IOException(probe.name() + " gave no answer:\n" + output);
        }
        cost.cpuMillis.add(Long.parseLong(took.group(1)));
        cost.residentMegabytes.add(Long.parseLong(took.group(2)) / 1024.0);
    }

    private void print() {
        Cost none = costs.get(Probes.NONE);
        Cost ours = costs.get(Probes.OURS);
        double oursAdded = ours.cpuMillis.median() - none.cpuMillis.median();
        System.out.println();
        System.out.println("Until the first answer of " + program.name() + " (" + Machine.describe() + ")");
        System.out.printf(
                "%-22s %9s %17s %9s %10s %9s %9s %9s %9s%n",
                "", "CPU ms", "least - most", "added", "of ours", "RSS MB", "added", "classes", "added");
        costs.forEach((name, cost) -> System.out.printf(
                "%-22s %9.0f %8.0f - %6.0f %9.0f %9.1fx %9.0f %9.0f %9.0f %9.0f%n",
                name,
                cost.cpuMillis.median(),
                cost.cpuMillis.least(),
                cost.cpuMillis.most(),
                cost.cpuMillis.median() - none.cpuMillis.median(),
                (cost.cpuMillis.median() - none.cpuMillis.median()) / oursAdded,
                cost.residentMegabytes.median(),
                cost.residentMegabytes.median() - none.residentMegabytes.median(),
                cost.classes.median(),
                cost.classes.median() - none.classes.median()));
    }
}
