// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.bench;

import com.example.nested.NestedBenchmark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Time and bytes of one traced call under each agent: rounds of {@link NestedBenchmark}, an agent after the other. */
final class CallCost {
    /** Calls of one burst, by which the burst's bytes are divided. */
    private static final int CALLS_A_BURST = 1000;

    private static final String FOOTER = "{\"event\":\"FOOTER\"";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path work;
    private final String reference;
    private final Map<String, Cost> costs = new LinkedHashMap<>();

    /**
     * Creates the benchmark.
     *
     * @param reference name of the agent that the others are compared with
     */
    CallCost(Path work, String reference) {
        this.work = work;
        this.reference = reference;
    }

    /** The measurements of one agent. */
    private static final class Cost {
        final Figures median = new Figures();
        final Figures mean = new Figures();
        final Figures high = new Figures();
        final Figures bytes = new Figures();
        long dropped;
    }

    /** Measures every agent {@code rounds} times and prints the table. */
    void run(List<Probe> probes, int rounds) throws IOException, InterruptedException {
        for (int round = 1; round <= rounds; round++) {
            for (Probe probe : probes) {
                System.out.println("calls, round " + round + " of " + rounds + ": " + probe.name());
                measure(probe, costs.computeIfAbsent(probe.name(), name -> new Cost()));
            }
        }
        print();
    }

    private void measure(Probe probe, Cost cost) throws IOException, InterruptedException {
        Path result = work.resolve("jmh.json");
        Path runs = work.resolve("runs");
        Directories.delete(runs);
        Child.run(
                probe,
                List.of("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch"),
                System.getProperty("java.class.path"),
                List.of(
                        "org.openjdk.jmh.Main",
                        NestedBenchmark.class.getSimpleName(),
                        // this JVM is the fork
                        "-f",
                        "0",
                        "-rf",
                        "json",
                        "-rff",
                        result.toString()));
        JsonNode measured = JSON.readTree(result.toFile()).get(0);
        JsonNode time = measured.get("primaryMetric");
        Figures bytes = new Figures();
        cost.median.add(time.get("scorePercentiles").get("50.0").asDouble());
        cost.high.add(time.get("scorePercentiles").get("95.0").asDouble());
        cost.mean.add(time.get("score").asDouble());
        for (JsonNode burst :
                measured.get("secondaryMetrics").get("bytes").get("rawData").get(0)) {
            bytes.add(burst.asDouble() / CALLS_A_BURST);
        }
        cost.bytes.add(bytes.median());
        cost.dropped += dropped(runs);
    }

    /** Returns how many events our agent dropped, by the last footer of its run: calls would then be too cheap. */
    private static long dropped(Path runs) throws IOException {
        if (!Files.isDirectory(runs)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(runs)) {
            Path last = files.filter(Files::isRegularFile)
                    .max(Comparator.comparing(Path::toString))
                    .orElse(null);
            return last == null ? 0 : droppedAtTheEndOf(last);
        }
    }

    private static long droppedAtTheEndOf(Path segment) throws IOException {
        long dropped = 0;
        try (Stream<String> lines = Files.lines(segment)) {
            for (String line : lines.filter(each -> each.startsWith(FOOTER)).toList()) {
                for (JsonNode reasons : JSON.readTree(line).get("dropped")) {
                    for (JsonNode count : reasons) {
                        dropped += count.asLong();
                    }
                }
            }
        }
        return dropped;
    }

    private void print() {
        Cost none = costs.get(Probes.NONE);
        Cost compared = costs.get(reference);
        System.out.println();
        System.out.println("One traced call (" + Machine.describe() + ")");
        System.out.printf(
                "%-30s %9s %9s %9s %9s %16s %9s%n",
                "", "p50 ns", "mean ns", "p95 ns", "bytes", "of reference", "dropped");
        costs.forEach((name, cost) -> System.out.printf(
                "%-30s %9.1f %9.1f %9.1f %9.0f %15.2fx %9d%n",
                name,
                cost.median.median(),
                cost.mean.median(),
                cost.high.median(),
                cost.bytes.median(),
                (cost.median.median() - none.median.median()) / (compared.median.median() - none.median.median()),
                cost.dropped));
        System.out.println("of reference: what the agent adds to a call at p50, in parts of what " + reference
                + " adds; medians of the rounds");
    }
}
