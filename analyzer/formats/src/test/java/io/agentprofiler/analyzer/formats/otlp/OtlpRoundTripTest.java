// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Figures;
import io.agentprofiler.analyzer.testing.FullRun;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.SampleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded, exported, read: every figure that the report prints is the same, but for what docs/formats/otlp.md says is lost. */
class OtlpRoundTripTest {
    /** What is of the run, not of its workflows. */
    private static final List<String> LOST = List.of(
            "runs",
            "data_runs",
            "data_notes",
            "process",
            "backends",
            "profiler_cost/agent_thread_cpu_ns",
            "profiler_cost/measured_ns_per_span",
            "profiler_cost/application_ns",
            "sampling");

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();

    static Stream<Arguments> runs() {
        return Stream.of(
                Arguments.of("full", FullRun.of(true)),
                Arguments.of("hashes", FullRun.of(false)),
                Arguments.of("sample", SampleRun.get()),
                Arguments.of("random", ExportRun.random(new Random(7), 80)));
    }

    private SortedMap<String, String> figures(Path input, String... command) {
        Object[] line = Stream.concat(Stream.of(command), Stream.of("--format", "json", input))
                .toArray();
        assertThat(analyzer.run(line)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        SortedMap<String, String> figures = new TreeMap<>(Figures.of(Json.of(analyzer.out())));
        figures.keySet()
                .removeIf(figure -> figure.endsWith("/waiting_requests")
                        || LOST.stream().anyMatch(lost -> figure.equals(lost) || figure.startsWith(lost + "/")));
        return figures;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("runs")
    void shouldKeepEveryFigure(String name, TestRun recorded) {
        Path run = recorded.write(directory.resolve("run/segment-000001.jsonl"));
        for (String profile : List.of("genai", "openinference", "both", "langfuse")) {
            for (String encoding : List.of("json", "protobuf")) {
                Path file = directory.resolve(profile + "." + encoding);
                assertThat(analyzer.run(
                                "export",
                                "otlp",
                                "--content",
                                "--profile",
                                profile,
                                "--encoding",
                                encoding,
                                "--out",
                                file,
                                run))
                        .as(analyzer.err())
                        .isEqualTo(ExitCode.OK);

                for (List<String> command :
                        List.of(List.of("report"), List.of("tokens"), List.of("tree", "-n", "1000"))) {
                    String[] line = command.toArray(String[]::new);
                    assertThat(Figures.differences(figures(run, line), figures(file, line)))
                            .as(profile + " " + encoding + " " + command)
                            .isEmpty();
                }
            }
        }
    }
}
