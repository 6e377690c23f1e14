// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.command.ExitCode;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Of formats that do not say how a span ended, no output says that it did well: unknown is never 0, and never "ok". */
class UnknownOutcomesTest {
    private static final String REQUESTS = """
            {"timestamp": 0, "input_length": 100, "output_length": 5, "hash_ids": [1]}
            {"timestamp": 3000, "input_length": 200, "output_length": 7, "hash_ids": [1]}
            """;

    private static final String TRAJECTORY = """
            {"schema_version": "ATIF-v1.7", "session_id": "s", "agent": {"name": "helper", "version": "1"}, "steps": [
              {"step_id": 1, "source": "user", "message": "what is new?"},
              {"step_id": 2, "source": "agent", "message": "", "model_name": "m",
               "tool_calls": [{"tool_call_id": "c", "function_name": "look", "arguments": {}%s}],
               "observation": {"results": [{"source_call_id": "c", "content": "Error: no such page"}]}}]}
            """;

    @TempDir
    private Path directory;

    private final CommandRun analyzer = new CommandRun();
    private Path file;

    @BeforeEach
    void writeRequests() throws IOException {
        file = Files.writeString(directory.resolve("requests.jsonl"), REQUESTS);
    }

    private Json json(Object... command) {
        List<Object> line = new ArrayList<>(List.of(command));
        line.addAll(List.of("--format", "json", file));
        assertThat(analyzer.run(line.toArray())).as(analyzer.err()).isEqualTo(ExitCode.OK);
        return Json.of(analyzer.out());
    }

    private static Json first(Json in, String... path) {
        Json found = in;
        for (String name : path) {
            found = found.get(name);
        }
        return found.items().get(0);
    }

    @Test
    void shouldCountNoFailuresWhereNoneCanBeTold() {
        Json report = json("report");

        for (Json row : List.of(
                report.get("workflows"),
                first(report, "workflows", "by_name"),
                first(report, "operations", "by_kind"),
                first(report, "operations", "by_model"))) {
            assertThat(row.has("errors")).as(row.toString()).isFalse();
            assertThat(row.has("cancelled")).as(row.toString()).isFalse();
        }
        assertThat(report.get("workflows").has("with_failed_steps")).isFalse();
        assertThat(report.get("workflows").has("ok_with_failures")).isFalse();
        assertThat(first(json("list"), "runs").has("ok_with_failures")).isFalse();
        assertThat(first(json("tree"), "workflows").has("outcome")).isFalse();
        assertThat(first(json("tree"), "workflows").has("failed_steps")).isFalse();
        assertThat(report.get("data").get("status_unknown").count()).isEqualTo(2);
        assertThat(first(json("list"), "runs").has("failed")).isFalse();
        assertThat(first(json("fingerprint"), "fingerprints").has("failed")).isFalse();
        assertThat(first(first(json("tree"), "workflows"), "spans").has("status"))
                .isFalse();
        assertThat(first(json("tokens"), "by_outcome").get("outcome").text()).isEqualTo("unknown");
    }

    @Test
    void shouldSaySoInWords() {
        assertThat(analyzer.run("report", file)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("of 2 workflows it is not known whether they failed");
        assertThat(analyzer.run("report", "--all", file)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("2 with unknown status").containsPattern("chat +2 +unknown +unknown");
        assertThat(analyzer.run("tree", file)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).contains("whether it failed is not known");
        assertThat(analyzer.run("list", file)).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).containsPattern("2 +unknown +unknown +4");
    }

    @Test
    void shouldLeaveStatusesOutOfTheFiles() throws IOException {
        Path out = directory.resolve("out");

        assertThat(analyzer.run("report", "--out", out, file))
                .as(analyzer.err())
                .isEqualTo(ExitCode.OK);
        assertThat(analyzer.run("tokens", "--out", out, file))
                .as(analyzer.err())
                .isEqualTo(ExitCode.OK);

        assertThat(column(out.resolve("spans.csv"), "status")).containsExactly("", "");
        assertThat(column(out.resolve("calls.csv"), "status")).containsExactly("", "");
        assertThat(first(Json.read(out.resolve("calltree.json")), "roots").has("errors"))
                .isFalse();
        assertThat(Files.readString(out.resolve("gantt.json"))).doesNotContain("\"status\"");
        assertThat(Files.readString(out.resolve("report.html")))
                .contains("\"status_unknown\"")
                .containsPattern("\"errors\" *: *-1");
    }

    private static List<String> column(Path csv, String name) throws IOException {
        List<String> lines = Files.readAllLines(csv);
        int place = List.of(lines.get(0).split(",")).indexOf(name);
        return lines.stream().skip(1).map(line -> line.split(",", -1)[place]).toList();
    }

    @Test
    void shouldNotJudgeLimitsOnFailures() {
        assertThat(analyzer.run("gate", file, "--no-failures")).isEqualTo(ExitCode.GATE_FAILED);
        assertThat(analyzer.out()).contains("unknown  no-failures: chat", "its format does not say of 1 of its 1 span");
    }

    @Test
    void shouldCompareNoSharesThatNobodyKnows() {
        assertThat(analyzer.run("diff", file, file)).as(analyzer.err()).isEqualTo(ExitCode.OK);
        assertThat(analyzer.out()).doesNotContain("failed workflows");
    }

    @ParameterizedTest
    @ValueSource(strings = {"atif", "otlp"})
    void shouldKeepItThroughFormatsThatHoldOurSpans(String format) {
        Path written = directory.resolve("written." + format);
        assertThat(analyzer.run("export", format, "--out", written, file)).isEqualTo(ExitCode.OK);

        file = written;

        Json report = json("report");
        assertThat(report.get("workflows").has("errors")).isFalse();
        assertThat(report.get("data").get("status_unknown").count()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # what the call says, how many failed
            -, -
            completed, 0
            error, 1
            blue, -
            """)
    void shouldTakeOutcomesFromTrajectoriesOnlyWhereTheyAreSaid(String said, Long failed) throws IOException {
        file = Files.writeString(
                directory.resolve("trajectory.json"),
                TRAJECTORY.formatted(
                        said == null
                                ? ""
                                : ", \"extra\": {\"invocation\": {\"start_timestamp\": 1.0, \"end_timestamp\": 2.0, \"status\": \""
                                        + said + "\"}}"));

        Json operations = json("report").get("operations");

        Json tool = first(operations, "by_tool");
        assertThat(tool.has("errors") ? tool.get("errors").count() : null).isEqualTo(failed);
        // that a tool was asked for is an answer of the model
        assertThat(first(operations, "by_model").get("errors").count()).isZero();
        assertThat(first(operations, "by_agent").has("errors")).isFalse();
    }

    @Test
    void shouldTellFailedRequestsWhereTheSortOfLogIsTold() throws IOException {
        file = Files.writeString(directory.resolve("burst.csv"), """
                Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type
                5,ChatGPT,472,18,490,Conversation log
                45,ChatGPT,1087,0,1087,Conversation log
                """);
        assertThat(json("report").get("workflows").get("errors").count()).isEqualTo(1);

        file = Files.writeString(directory.resolve("azure.csv"), """
                TIMESTAMP,ContextTokens,GeneratedTokens
                2023-11-16 18:15:46.6805900,374,44
                2023-11-16 18:15:50.9951690,396,0
                """);
        assertThat(json("report").get("workflows").has("errors")).isFalse();
    }
}
