// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of spans whose format does not say when they ran, no output has a time: what is not known is absent, never 0. */
class UntimedOutputsTest {
    /** Nothing in it has a time. */
    private static final Path TIMELESS = AtifSamples.DIRECTORY.resolve("harbor-v15-openhands-hello.json");
    /** An agent with an estimated length, calls of which a moment is known. */
    private static final Path MOMENTS = AtifSamples.DIRECTORY.resolve("phoenix-multi_tool_trajectory.json");

    private static final Pattern TIME = Pattern.compile(".*(_ns|_ms|_share|seconds)|start|end|duration|share(_.*)?");

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();
    private Path out;

    @BeforeEach
    void chooseDirectory() {
        out = directory.resolve("out");
    }

    private Json json(Object... command) {
        assertThat(analyzer.run(command)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        return Json.of(analyzer.out());
    }

    /** Returns the numbers that stand under the name of a time. */
    @SuppressWarnings("unchecked") // the only maps and lists of a Json are those of Json
    private static List<String> times(String at, Json json) {
        List<String> found = new ArrayList<>();
        if (json.value() instanceof Map<?, ?> map) {
            ((Map<String, Json>) map).forEach((name, inside) -> {
                // settings and sums of nothing but counts
                if (!name.equals("thresholds") && !name.equals("rows")) {
                    found.addAll(times(at + '/' + name, inside));
                }
            });
        } else if (json.value() instanceof List<?> list) {
            ((List<Json>) list).forEach(inside -> found.addAll(times(at, inside)));
        } else if (json.value() instanceof BigDecimal number
                && TIME.matcher(at.substring(at.lastIndexOf('/') + 1)).matches()) {
            found.add(at + " " + number);
        }
        return found;
    }

    @Test
    void shouldHaveNoTimeInTheAnswersForPrograms() {
        List<List<Object>> commands = List.of(
                List.of("report"),
                List.of("tree"),
                List.of("waterfall"),
                List.of("flame"),
                List.of("tokens"),
                List.of("list"),
                List.of("score"),
                List.of("whatif", "cache"),
                List.of("whatif", "parallel-tools"),
                List.of("whatif", "early-tools"));
        for (List<Object> command : commands) {
            List<Object> line = new ArrayList<>(command);
            line.addAll(List.of("--format", "json", TIMELESS));
            assertThat(times("", json(line.toArray()))).as(command.toString()).isEmpty();
        }
    }

    @Test
    void shouldHaveNoTimeInTheFiles() throws IOException {
        assertThat(analyzer.run("report", "--out", out, TIMELESS)).isEqualTo(ExitCode.OK);

        for (String file : List.of(
                "calltree.json",
                "gantt.json",
                "tokens.json",
                "summary.json",
                "profile.json",
                "critical-path.json",
                "findings.json",
                "scores.json")) {
            assertThat(times("", Json.read(out.resolve(file)))).as(file).isEmpty();
        }
        assertThat(spans())
                .hasSize(5)
                .allSatisfy(row -> assertThat(row)
                        .containsEntry("start_epoch_ns", "")
                        .containsEntry("offset_ns", "")
                        .containsEntry("duration_ns", "")
                        .containsEntry("self_ns", "")
                        .satisfies(flags -> assertThat(flags.get("flags")).startsWith("time_unknown")));
        assertThat(analyzer.run("tokens", "--out", out, TIMELESS)).isEqualTo(ExitCode.OK);
        assertThat(rows(out.resolve("calls.csv")))
                .hasSize(2)
                .allSatisfy(row -> assertThat(row).containsEntry("start_epoch_ns", ""));
    }

    private List<Map<String, String>> spans() throws IOException {
        return rows(out.resolve("spans.csv"));
    }

    private static List<Map<String, String>> rows(Path csv) throws IOException {
        List<String> lines = Files.readAllLines(csv);
        List<String> names = Arrays.asList(lines.get(0).split(","));
        return lines.stream()
                .skip(1)
                .map(line -> {
                    String[] fields = line.split(",", -1);
                    Map<String, String> row = new LinkedHashMap<>();
                    IntStream.range(0, fields.length).forEach(i -> row.put(names.get(i), fields[i]));
                    return row;
                })
                .toList();
    }

    @Test
    void shouldTellMomentsAndEstimatesAsSuch() throws IOException {
        assertThat(analyzer.run("report", "--out", out, MOMENTS)).isEqualTo(ExitCode.OK);

        Json workflow =
                Json.read(out.resolve("gantt.json")).get("workflows").items().get(0);
        assertThat(workflow.get("timing").text()).isEqualTo("estimated");
        assertThat(workflow.get("duration").amount()).isEqualByComparingTo("14000");
        Json call = workflow.get("bars").items().get(1);
        assertThat(call.get("timing").text()).isEqualTo("moment");
        assertThat(call.has("start")).isTrue();
        assertThat(call.has("end")).isFalse();
        Json root = Json.read(out.resolve("calltree.json")).get("roots").items().get(0);
        assertThat(List.of(root.has("total_ns"), root.has("self_ns"))).containsOnly(false);
        assertThat(spans().get(0)).containsEntry("duration_ns", "14000000000").containsEntry("self_ns", "");
        assertThat(spans().get(1)).containsEntry("duration_ns", "").containsEntry("offset_ns", "3000000001");
    }

    /** The page's columns have -1 for what is not known. */
    @Test
    void shouldHaveNoTimeOnThePage() throws IOException {
        assertThat(analyzer.run("report", "--format", "html", "--out", out, TIMELESS))
                .isEqualTo(ExitCode.OK);
        Matcher data = Pattern.compile("(?s)<script[^>]*id=\"data\"[^>]*>(.*?)</script>")
                .matcher(Files.readString(out.resolve("report.html")));
        assertThat(data.find()).isTrue();
        Json page = Json.of(data.group(1));
        assertThat(page.has("base_epoch_ns")).isFalse();
        Json block = page.get("blocks").items().get(0);
        for (String column : List.of("at", "len")) {
            assertThat(block.get("w").get(column).amount()).as(column).isEqualByComparingTo("-1");
        }
        assertThat(block.get("s").get("len").amount()).isEqualByComparingTo("-1");
        assertThat(block.get("s").get("kids").amount()).isEqualByComparingTo("-1");
        assertThat(List.of(block.get("x").has("path"), block.get("x").has("split")))
                .containsOnly(false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"chrome", "speedscope"})
    void shouldNotDrawWhatHasNoTime(String format) {
        Json file = json("export", format, TIMELESS);

        assertThat(analyzer.err())
                .contains("5 spans not in the export: it is drawn over time, and when they ran is not known");
        assertThat(analyzer.out()).doesNotContain("self_ns");
        if (format.equals("chrome")) {
            assertThat(file.get("traceEvents").items())
                    .extracting(event -> event.get("ph").text())
                    .containsOnly("M");
        } else {
            assertThat(file.get("profiles").items())
                    .extracting(profile -> profile.get("name").text())
                    .containsExactly("all workflows by tokens");
        }
    }

    @Test
    void shouldDrawMomentsAsMarks() {
        Json file = json("export", "chrome", MOMENTS);

        List<String> drawn = file.get("traceEvents").items().stream()
                .filter(event -> event.has("cat"))
                .map(event -> event.get("ph").text() + " " + event.get("cat").text() + (event.has("dur") ? " dur" : ""))
                .toList();
        assertThat(drawn)
                .containsExactly("X agent dur", "i llm", "i tool", "i tool", "i tool", "i llm", "i tool", "i llm");
    }

    @Test
    void shouldWriteNoStepWithoutAMoment() throws IOException {
        analyzer.run("report", "--format", "nat", "--out", out, TIMELESS);
        Path steps = out.resolve("all_requests_profiler_traces.json");
        assertThat(Json.read(steps).items().get(0).get("intermediate_steps").items())
                .isEmpty();

        analyzer.run("report", "--format", "nat", "--out", out, MOMENTS);
        List<String> written = Json.read(steps).items().get(0).get("intermediate_steps").items().stream()
                .map(step -> step.get("payload"))
                .map(step -> step.get("event_type").text() + " "
                        + (step.get("span_event_timestamp").value() instanceof BigDecimal))
                .toList();
        assertThat(written)
                .containsExactly(
                        "WORKFLOW_START false",
                        "LLM_END false",
                        "TOOL_END false",
                        "TOOL_END false",
                        "TOOL_END false",
                        "LLM_END false",
                        "TOOL_END false",
                        "WORKFLOW_END true",
                        "LLM_END false");
    }

    @Test
    void shouldCompareNoTimeThatNobodyMeasured() {
        Json diff = json("diff", "--format", "json", MOMENTS, MOMENTS);

        for (Json row : diff.get("rows").items()) {
            for (String metric : List.of("time", "p50", "total", "self")) {
                assertThat(row.get("metrics").has(metric)).as(row + metric).isFalse();
            }
            assertThat(row.get("metrics").has("calls")).isTrue();
        }
        analyzer.run("diff", "--format", "html", TIMELESS, TIMELESS);
        assertThat(analyzer.out()).contains("length not known").doesNotContain(" 0 ns", ">0 ns");
    }

    /** How old the file is says nothing of when the agent ran. */
    @Test
    void shouldListTrajectoriesByTheTimeTheyName() throws IOException {
        Path first = Files.copy(
                MOMENTS, Files.createDirectories(directory.resolve("a")).resolve("trajectory.json"));
        Path second = Files.writeString(
                Files.createDirectories(directory.resolve("b")).resolve("trajectory.json"),
                Files.readString(MOMENTS).replace("2025-01-15", "2025-01-14"));
        Files.setLastModifiedTime(first, FileTime.fromMillis(1_000));
        Files.setLastModifiedTime(second, FileTime.fromMillis(2_000));

        Json runs = json("list", "--format", "json", directory).get("runs");
        assertThat(runs.items())
                .extracting(run -> run.get("started_ns").amount().toPlainString())
                .containsExactly("1736949600000000000", "1736863200000000000");
        assertThat(json("list", "--format", "json", TIMELESS)
                        .get("runs")
                        .items()
                        .get(0)
                        .has("started_ns"))
                .isFalse();
    }

    @Test
    void shouldNotSayInAGateWhenRunsStartedThatDoNotSay() throws IOException {
        Path steps = Files.writeString(
                directory.resolve("bare.json"),
                "{\"schema_version\":\"ATIF-v1.7\",\"session_id\":\"s\",\"agent\":{\"name\":\"a\",\"version\":\"1\",\"model_name\":\"m\"},"
                        + "\"steps\":[{\"step_id\":1,\"source\":\"agent\",\"message\":\"hi\"TIME,\"metrics\":{\"prompt_tokens\":10,\"completion_tokens\":2}}]}");

        Files.writeString(steps, Files.readString(steps).replace("TIME", ""));
        analyzer.run("gate", steps, "--max-model-calls", 2);
        assertThat(analyzer.out()).contains("1 workflow of 1 name in 1 run").doesNotContain("started", "UTC");

        Files.writeString(
                steps, Files.readString(steps).replace("\"hi\"", "\"hi\",\"timestamp\":\"2026-01-31T12:00:00Z\""));
        analyzer.run("gate", steps, "--max-model-calls", 2);
        assertThat(analyzer.out()).contains(", started 2026-01-31 12:00:00 UTC");
    }
}
