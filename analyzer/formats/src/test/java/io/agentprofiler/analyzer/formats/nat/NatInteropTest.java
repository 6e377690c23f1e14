// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.formats.nat.Differences.Row;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Has NAT's own profiler, from PyPI, read what we export and holds its figures against ours. {@code .ci/run} has it run where Python is
 * installed; otherwise one line says that it did not. What may differ, and why, is in {@code docs/formats/nat-parity.md}.
 */
@Tag("interop")
class NatInteropTest {
    private static final Path INTEROP = Path.of("target/interop");
    private static final Path RESOURCES = Path.of("src/test/resources/nat");
    private static final String ASKED = "INTEROP_TESTS";
    private static final List<String> FILES =
            List.of("inference_optimization.json", "workflow_profiling_metrics.json", "prediction_trie.json");

    /** Which fields a rule of the page is about, the first that fits. */
    private static final Map<String, String> RULES = new LinkedHashMap<>();

    static {
        RULES.put("time of writing", "\\.generated_at");
        RULES.put("R1", ".*\\.(workflow_run_time|llm_latency)_confidence_intervals\\..*_interval\\[\\d]");
        RULES.put("R2", ".*\\.llm_latency_confidence_intervals\\..*");
        RULES.put("R3", ".*\\.throughput_estimate_confidence_interval\\..*");
        RULES.put("R4", "\\.common_prefixes.*");
        RULES.put("unknown prompts", "\\.token_uniqueness.*");
        RULES.put("R5", "\\.simple_stack_analysis.*");
        RULES.put("R6", "\\.nested_stack_analysis.*");
        RULES.put("R7", "\\.concurrency_spike_analysis.*");
        RULES.put("R8", "\\.prefix_span_analysis\\.patterns");
        RULES.put("R9", "\\.root.*");
    }

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    private static String run(Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        File said = Files.createTempFile("said", ".txt").toFile();
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(said);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as(List.of(command) + ": " + out + Files.readString(said.toPath()))
                .isZero();
        Files.delete(said.toPath());
        return out;
    }

    private static boolean canRun() throws IOException, InterruptedException {
        boolean asked = !System.getenv().getOrDefault(ASKED, "").isEmpty();
        boolean python = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(path -> Files.isExecutable(Path.of(path, "python3")));
        return asked
                && python
                && run(Map.of(), "python3", "-c", "import sys; print(sys.version_info[:2])")
                        .matches("\\(3, 1[123]\\)\\s*");
    }

    /** Has NAT profile traces; returns the directory of what it wrote. */
    private Path profile(Path traces) throws IOException, InterruptedException {
        if (!canRun()) {
            System.out.println(
                    "SKIPPED: NAT's profiler on exported runs; it needs python3 3.11 to 3.13, packages of PyPI,"
                            + " and " + ASKED + "=1 in the environment");
            assumeThat(false).as("asked for").isTrue();
        }
        Path installed = INTEROP.resolve("nat");
        if (!Files.isDirectory(installed.resolve("nat/plugins/profiler"))) {
            run(
                    Map.of(),
                    "python3",
                    "-m",
                    "pip",
                    "install",
                    "--quiet",
                    "--no-deps",
                    "--target",
                    installed.toString(),
                    "-r",
                    RESOURCES.resolve("requirements.txt").toString());
        }
        Path out = directory.resolve("theirs");
        run(
                Map.of(
                        "PYTHONPATH",
                        installed.toAbsolutePath().toString(),
                        "MPLBACKEND",
                        "agg",
                        "MPLCONFIGDIR",
                        directory.toString()),
                "python3",
                RESOURCES.resolve("profile.py").toString(),
                traces.toString(),
                out.toString());
        return out;
    }

    private Path export(Path run) {
        Path out = directory.resolve("ours");
        assertThat(analyzer.run(
                        "report",
                        "--format",
                        "nat",
                        "--out",
                        out,
                        "--spike-threshold",
                        2,
                        "--min-frequency",
                        0.1,
                        "--llm-metrics",
                        run))
                .as(analyzer.err())
                .isEqualTo(ExitCode.OK);
        return out;
    }

    /** Returns how many fields differ by which rule; a difference by no rule is a failure. */
    private static Map<String, Integer> differences(Path theirs, Path ours) throws IOException {
        Map<String, Integer> byRule = new TreeMap<>();
        for (String file : FILES) {
            for (Row row : Differences.of(NatRun.json(theirs.resolve(file)), NatRun.json(ours.resolve(file)))) {
                String rule = RULES.entrySet().stream()
                        .filter(entry -> row.field().matches(entry.getValue()))
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(file + ": nothing explains " + row));
                byRule.merge(rule, 1, Integer::sum);
            }
        }
        return byRule;
    }

    /** Six workflows one after another whose prompts were recorded: a model, a tool in a function, another model. */
    private static TestRun sequential() {
        TestRun run = TestRun.run("plain");
        for (int i = 0; i < 6; i++) {
            double t = 8000.0 * i;
            int id = 10 * i;
            run.trace(i + 1).start(id + 1, 0, t, "workflow", "plan");
            call(run, id + 2, id + 1, t + 20, t + 1020 + 100 * i, "gpt", 900 + i, "plan a trip to city number " + i);
            run.start(id + 3, id + 1, t + 2000, "function", "gather");
            run.start(id + 4, id + 3, t + 2100, "tool", "find", "\"gen_ai.tool.name\":\"find\"")
                    .end(id + 4, t + 2400 + 7 * i);
            run.end(id + 3, t + 2537);
            call(run, id + 5, id + 1, t + 2600, t + 3000, "gpt-mini", 400, "now sum up what was found in " + i);
            run.end(id + 1, t + 3213);
        }
        return run.footer();
    }

    private static void call(
            TestRun run, int span, int parent, double from, double to, String model, int tokens, String prompt) {
        run.start(
                        span,
                        parent,
                        from,
                        "llm",
                        model,
                        "\"gen_ai.request.model\":\"" + model + "\",\"gen_ai.input.messages\":\"" + prompt + "\"")
                .end(span, to, "\"gen_ai.usage.input_tokens\":" + tokens + ",\"gen_ai.usage.output_tokens\":50");
    }

    @Test
    void shouldComputeOurFiguresFromOurFiles() throws IOException, InterruptedException {
        Path run = sequential().write(directory.resolve("run/segment-000001.jsonl"));
        Path ours = export(run);
        Path theirs = profile(ours.resolve("all_requests_profiler_traces.json"));

        assertThat(differences(theirs, ours).keySet())
                .isEqualTo(Set.of("R1", "R3", "R4", "R8", "R9", "time of writing"));
        Map<String, Object> inference = NatRun.object(NatRun.json(theirs.resolve(FILES.get(0))));
        Map<String, Object> intervals = part(inference, "confidence_intervals");
        assertThat(analyzer.run("report", "--format", "json", run)).isZero();
        Map<String, Object> report = NatRun.object(NatRun.json(analyzer.out()));
        Map<String, Object> times = part(part(report, "workflows"), "run_time_ns");
        for (String percentile : List.of("p90", "p95", "p99")) {
            assertThat(number(part(inference, "workflow_runtimes"), percentile) * 1e9)
                    .isCloseTo(number(times, percentile), within(1e4));
        }
        assertThat(number(part(intervals, "workflow_run_time_confidence_intervals"), "mean") * 1e9)
                .isCloseTo(number(times, "mean"), within(1e3));
        assertThat(number(part(intervals, "llm_latency_confidence_intervals"), "n"))
                .isEqualTo(number(part(report, "workflows"), "model_calls"));
        List<List<String>> table = CsvText.records(Files.readString(theirs.resolve("standardized_data_all.csv")));
        assertThat(sum(table, "prompt_tokens")).isEqualTo(number(part(part(report, "workflows"), "tokens"), "input"));
        assertThat(sum(table, "completion_tokens"))
                .isEqualTo(number(part(part(report, "workflows"), "tokens"), "output"));
        Files.writeString(INTEROP.resolve("nat.txt"), "NAT's profiler read what was exported\n");
    }

    @Test
    void shouldReadRunsOfAnyShape() throws IOException, InterruptedException {
        Path run = ExportRun.random(new Random(7), 40).write(directory.resolve("run/segment-000001.jsonl"));
        Path ours = export(run);

        Path theirs = profile(ours.resolve("all_requests_profiler_traces.json"));

        assertThat(differences(theirs, ours).keySet())
                .isEqualTo(Set.of("R1", "R2", "R3", "R4", "R6", "R7", "R8", "R9", "time of writing"));
        // every event is one of NAT's
        assertThat(CsvText.records(Files.readString(theirs.resolve("standardized_data_all.csv"))))
                .hasSameSizeAs(CsvText.records(Files.readString(ours.resolve("standardized_data_all.csv"))));
    }

    private static Map<String, Object> part(Map<String, Object> of, String name) {
        return NatRun.object(of.get(name));
    }

    private static double number(Map<String, Object> of, String name) {
        return ((Number) of.get(name)).doubleValue();
    }

    private static double sum(List<List<String>> table, String column) {
        int event = table.get(0).indexOf("event_type");
        int place = table.get(0).indexOf(column);
        return table.stream()
                .skip(1)
                .filter(row -> row.get(event).endsWith("LLM_END"))
                .mapToDouble(row -> Double.parseDouble(row.get(place)))
                .sum();
    }
}
