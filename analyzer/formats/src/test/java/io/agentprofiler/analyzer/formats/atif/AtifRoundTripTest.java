// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Figures;
import io.agentprofiler.analyzer.testing.FullRun;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.SampleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded, exported, read: every figure that the report prints is the same, but for what docs/formats/atif.md says is lost. */
class AtifRoundTripTest {
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

    private static boolean isLost(String figure) {
        return LOST.stream().anyMatch(lost -> figure.equals(lost) || figure.startsWith(lost + "/"));
    }

    private SortedMap<String, String> figures(Path input, String... command) {
        Object[] line = Stream.concat(Stream.of(command), Stream.of("--format", "json", input))
                .toArray();
        assertThat(analyzer.run(line)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        SortedMap<String, String> figures = new TreeMap<>(Figures.of(Json.of(analyzer.out())));
        // of a span the load that samples of model servers show
        figures.keySet().removeIf(figure -> figure.endsWith("/waiting_requests") || isLost(figure));
        return figures;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("runs")
    void shouldKeepEveryFigure(String name, TestRun recorded) {
        Path run = recorded.write(directory.resolve("run/segment-000001.jsonl"));
        for (String version : List.of("1.8", "1.7", "1.6", "1.1")) {
            Path file = directory.resolve(version + ".jsonl");
            assertThat(analyzer.run("export", "atif", "--content", "--atif-version", version, "--out", file, run))
                    .isEqualTo(ExitCode.OK);

            for (List<String> command : List.of(List.of("report"), List.of("tokens"), List.of("tree", "-n", "1000"))) {
                String[] line = command.toArray(String[]::new);
                assertThat(Figures.differences(figures(run, line), figures(file, line)))
                        .as(version + " " + command)
                        .isEmpty();
            }
        }
    }

    /** Without extra, which 1.0 has no place for at its top, steps tell what was used and when. */
    @Test
    void shouldKeepTokensAndCallsWithoutOwnRecords() {
        Path run = FullRun.of(true).write(directory.resolve("run/segment-000001.jsonl"));
        Path file = directory.resolve("1.0.jsonl");
        assertThat(analyzer.run("export", "atif", "--content", "--atif-version", "1.0", "--out", file, run))
                .isEqualTo(ExitCode.OK);

        SortedMap<String, String> before = figures(run, "report");
        SortedMap<String, String> after = figures(file, "report");
        for (String figure : List.of(
                "workflows/runs",
                "workflows/model_calls",
                "workflows/tool_calls",
                "workflows/tokens/input",
                "workflows/tokens/output",
                "workflows/tokens/cache_read",
                "workflows/tokens/reasoning")) {
            assertThat(after).as(figure).containsEntry(figure, before.get(figure));
        }
    }

    @Test
    void shouldTellTheToolsOfACallByTheirIds() throws Exception {
        // the second answer is over last, but the first asked for the tool
        String asks =
                "\"gen_ai.output.messages\":[{\"role\":\"assistant\",\"parts\":[{\"type\":\"tool_call\",\"id\":\"%s\","
                        + "\"name\":\"find\"}]}],\"gen_ai.usage.input_tokens\":%d";
        TestRun recorded = TestRun.run("r")
                .start(1, 0, 0, "agent", "A")
                .start(2, 1, 1, "llm", "chat")
                .start(3, 1, 2, "llm", "chat")
                .end(2, 10, String.format(asks, "call_1", 11))
                .end(3, 12, String.format(asks, "call_2", 22))
                .start(4, 1, 20, "tool", "find", "\"gen_ai.tool.call.id\":\"call_1\"")
                .end(4, 30)
                .start(5, 1, 31, "tool", "find", "\"gen_ai.tool.call.id\":\"call_2\"")
                .end(5, 40)
                .end(1, 50);
        Path run = recorded.write(directory.resolve("run/segment-000001.jsonl"));
        Path file = directory.resolve("out.json");
        assertThat(analyzer.run("export", "atif", "--content", "--out", file, run))
                .isEqualTo(ExitCode.OK);

        List<String> steps = Json.of(Files.readString(file)).get("steps").items().stream()
                .filter(step -> step.has("tool_calls"))
                .map(step -> step.get("metrics").get("prompt_tokens").text() + " "
                        + step.get("tool_calls")
                                .items()
                                .get(0)
                                .get("tool_call_id")
                                .text())
                .toList();
        assertThat(steps).containsExactly("11 call_1", "22 call_2");
    }

    @Test
    void shouldTellInstructionsQuestionsMediaAndToolsOnlyWithContent() throws Exception {
        Path run = FullRun.of(true).write(directory.resolve("run/segment-000001.jsonl"));
        Path file = directory.resolve("out.jsonl");
        analyzer.run("export", "atif", "--out", file, run);
        assertThat(Files.readString(file)).doesNotContain(FullRun.SECRET);

        analyzer.run("export", "atif", "--content", "--out", file, run);
        Json trajectory = Files.readAllLines(file).stream()
                .map(Json::of)
                .filter(one -> one.get("session_id").text().equals("c1"))
                .findFirst()
                .orElseThrow();
        assertThat(trajectory.get("steps").items().stream()
                        .map(step -> step.get("source").text() + " " + said(step.get("message"))))
                .containsExactly(
                        "system s3cret rules",
                        "user s3cret please + pictures/s3cret.png",
                        "agent ",
                        "user s3cret and quickly",
                        "agent s3cret done");
        Json asking = trajectory.get("steps").items().get(2);
        assertThat(asking.get("reasoning_content").text()).isEqualTo("s3cret thought");
        assertThat(asking.get("tool_calls").items())
                .extracting(call -> call.get("tool_call_id").text())
                .containsExactly("call_a", "call_b");
        assertThat(asking.get("observation")
                        .get("results")
                        .items()
                        .get(0)
                        .get("content")
                        .text())
                .isEqualTo("s3cret route");
        assertThat(trajectory
                        .get("agent")
                        .get("tool_definitions")
                        .items()
                        .get(0)
                        .get("function")
                        .get("name")
                        .text())
                .isEqualTo("find");
    }

    private static String said(Json message) {
        return message.value() instanceof String text
                ? text
                : String.join(
                        " + ",
                        message.items().stream()
                                .map(part -> part.has("text")
                                        ? part.get("text").text()
                                        : part.get("source").get("path").text())
                                .toList());
    }
}
