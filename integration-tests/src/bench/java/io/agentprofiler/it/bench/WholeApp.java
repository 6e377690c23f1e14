// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.bench;

import io.agentprofiler.it.harness.Artifacts;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The cost for a whole application: an agent with retrieval, memory, two model requests and two tools, four workers, and a
 * model in another process that answers instantly, which is the worst case.
 *
 * <p>In each round, every probe runs in a separate JVM, and is compared with the JVM without agent that ran right before it.
 */
final class WholeApp {
    private static final String FOOTER = "{\"event\":\"FOOTER\"";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path work;

    /** An application: what it is called, its main class with arguments, and its class path. */
    private record Program(String name, List<String> main, String classPath) {}

    /** The output of a program for one period. */
    private record Stretch(double seconds, double workflows, double writerNanos, double processNanos, double bytes) {
        double aSecond() {
            return workflows / seconds;
        }
    }

    private record Measured(Stretch first, Stretch rest, double spansAWorkflow, long dropped) {}

    /** The measurements of one probe, over all rounds. */
    private static final class Cost {
        final Figures throughput = new Figures();
        final Figures firstWriter = new Figures();
        final Figures writer = new Figures();
        final Figures bytes = new Figures();
        final Figures cpu = new Figures();
        double spans;
        long dropped;
    }

    WholeApp(Path work) {
        this.work = work;
    }

    /** Measures every probe {@code rounds} times with each application, or with the one named, and prints a table of each. */
    void run(Probes probes, int rounds, String only) throws IOException, InterruptedException {
        for (Program program : programs()) {
            if (only.isEmpty() || program.name().equals(only)) {
                run(program, probes, rounds);
            }
        }
    }

    private static List<Program> programs() {
        String tests = Path.of("target/test-classes").toAbsolutePath().toString();
        String langchain4j =
                String.join(File.pathSeparator, Artifacts.classPathWithPrograms("langchain4j-1.19.0"), tests);
        String load = "com.example.load.";
        return List.of(
                new Program("langchain4j", List.of(load + "LangChain4jLoad"), langchain4j),
                new Program("streaming", List.of(load + "LangChain4jLoad", "streaming"), langchain4j),
                new Program("spring-ai", List.of(load + "SpringAiLoad"), Artifacts.classPath("spring-ai-2.0")),
                new Program(
                        "semantic-kernel", List.of(load + "KernelLoad"), Artifacts.classPath("semantic-kernel-1.4.2")));
    }

    private void run(Program program, Probes probes, int rounds) throws IOException, InterruptedException {
        Map<String, Cost> costs = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            for (Probe probe : probes.forWholeApp()) {
                System.out.println(program.name() + ", round " + round + " of " + rounds + ": " + probe.name());
                Measured without = measure(program, new Probe(Probes.NONE));
                Measured with = measure(program, probe);
                add(without, with, costs.computeIfAbsent(probe.name(), name -> new Cost()));
            }
        }
        print(program, costs);
    }

    private static void add(Measured without, Measured with, Cost cost) {
        cost.throughput.add(with.rest.aSecond() / without.rest.aSecond());
        double spans = with.spansAWorkflow;
        cost.firstWriter.add(spans == 0 ? Double.NaN : with.first.writerNanos / with.first.workflows / spans / 1e3);
        cost.writer.add(spans == 0 ? Double.NaN : with.rest.writerNanos / with.rest.workflows / spans / 1e3);
        cost.bytes.add((with.rest.bytes / with.rest.workflows - without.rest.bytes / without.rest.workflows) / 1024);
        cost.cpu.add((with.rest.processNanos / with.rest.workflows - without.rest.processNanos / without.rest.workflows)
                / 1e3);
        cost.spans = with.spansAWorkflow;
        cost.dropped += with.dropped;
    }

    private Measured measure(Program program, Probe probe) throws IOException, InterruptedException {
        Path runs = work.resolve("runs");
        Directories.delete(runs);
        Process model = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        InstantModel.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(model.getInputStream(), StandardCharsets.UTF_8))) {
            List<String> options =
                    List.of("-Xms512m", "-Xmx512m", "-Dopenai.baseUrl=http://localhost:" + said.readLine() + "/v1");
            return read(probe, Child.run(probe, options, program.classPath(), program.main()), runs);
        } finally {
            model.destroy();
            model.waitFor();
        }
    }

    private static Measured read(Probe probe, String output, Path runs) throws IOException {
        List<Stretch> stretches = new ArrayList<>();
        double workflows = 0;
        for (String line : output.lines().toList()) {
            String[] words = line.split(" ");
            if (words[0].equals("stretch")) {
                stretches.add(new Stretch(
                        Double.parseDouble(words[1]),
                        Double.parseDouble(words[2]),
                        Double.parseDouble(words[3]),
                        Double.parseDouble(words[4]),
                        Double.parseDouble(words[5])));
            } else if (words[0].equals("workflows")) {
                workflows = Double.parseDouble(words[1]);
            }
        }
        if (stretches.size() != 2 || workflows == 0) {
            throw new IOException(probe.name() + " did not run:\n" + output);
        }
        JsonNode footer = footer(runs);
        // what was absorbed is in no other figure
        double spans = footer == null ? 0 : footer.path("started").asDouble();
        return new Measured(
                stretches.get(0), stretches.get(1), spans / workflows, footer == null ? 0 : dropped(footer));
    }

    private static long dropped(JsonNode footer) {
        long dropped = footer.path("payloads_dropped").asLong(0);
        for (JsonNode reasons : footer.path("dropped")) {
            for (JsonNode count : reasons) {
                dropped += count.asLong();
            }
        }
        return dropped;
    }

    /** Returns the last footer of the run; {@code null} where nothing was recorded. */
    private static JsonNode footer(Path runs) throws IOException {
        if (!Files.isDirectory(runs)) {
            return null;
        }
        List<Path> segments;
        try (Stream<Path> files = Files.walk(runs)) {
            segments = files.filter(each -> each.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList();
        }
        JsonNode footer = null;
        for (Path segment : segments) {
            try (Stream<String> lines = Files.lines(segment)) {
                for (String line : lines.filter(each -> each.startsWith(FOOTER)).toList()) {
                    footer = JSON.readTree(line);
                }
            }
        }
        return footer;
    }

    private static void print(Program program, Map<String, Cost> costs) {
        System.out.println();
        System.out.println("Whole application: " + program.name() + " (" + Machine.describe() + ")");
        System.out.printf(
                "%-34s %10s %15s %12s %12s %14s %14s %8s %8s%n",
                "",
                "throughput",
                "least - most",
                "writer, 5 s",
                "writer, us",
                "KB a workflow",
                "CPU us a w.",
                "spans",
                "dropped");
        costs.forEach((name, cost) -> System.out.printf(
                "%-34s %10.3f %7.3f - %5.3f %12.2f %12.2f %14.1f %14.0f %8.1f %8d%n",
                name,
                cost.throughput.median(),
                cost.throughput.least(),
                cost.throughput.most(),
                cost.firstWriter.median(),
                cost.writer.median(),
                cost.bytes.median(),
                cost.cpu.median(),
                cost.spans,
                cost.dropped));
        System.out.println(
                "throughput: workflows a second, in parts of those without agent; writer: CPU time a span of the"
                        + " thread that writes, in the first 5 s and after them; KB and CPU: what all threads allocate, and the"
                        + " process takes, beyond the same without agent; medians of the rounds");
    }
}
