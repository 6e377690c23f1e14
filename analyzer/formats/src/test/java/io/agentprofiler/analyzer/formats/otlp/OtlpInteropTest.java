// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.formats.export.ReportFigures;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Interop;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends a run to real receivers, and asks them by their own interfaces what they have understood. */
@Tag("interop")
class OtlpInteropTest {
    private static final Duration STORED = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    private Path run() {
        return ExportRun.random(new Random(1), 40).write(directory.resolve("run/segment-000001.jsonl"));
    }

    private static void send(ReceiverProcess receiver, Path run, Object... more) {
        CommandRun analyzer = new CommandRun();
        List<Object> words = new ArrayList<>(List.of("export", "otlp", "--endpoint", receiver.url()));
        words.addAll(List.of(more));
        words.add(run);
        assertThat(analyzer.run(words.toArray())).as(analyzer.err()).isZero();
    }

    private static String kind(NamedCsvRecord row) {
        return SpanKind.ofWord(row.getField("kind")).openInferenceKind();
    }

    private static BigDecimal sum(Collection<NamedCsvRecord> rows, String column) {
        return rows.stream()
                .map(row -> row.getField(column))
                .filter(field -> !field.isEmpty())
                .map(BigDecimal::new)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    @Test
    void shouldBeUnderstoodByPhoenix() throws IOException, InterruptedException {
        Interop.need("Phoenix on exported runs", "python3");
        Path run = run();
        ReportFigures report = new ReportFigures(run, directory.resolve("report"));
        int spans = report.bySpan().size();
        try (ReceiverProcess phoenix = new ReceiverProcess(
                "phoenix",
                directory,
                port -> List.of("phoenix", "serve"),
                port -> Map.of(
                        "PHOENIX_HOST", "127.0.0.1",
                        "PHOENIX_PORT", String.valueOf(port),
                        "PHOENIX_GRPC_PORT", "0",
                        "PHOENIX_WORKING_DIR", directory.toString(),
                        "PHOENIX_SQL_DATABASE_URL", "sqlite:///:memory:",
                        "PHOENIX_ALLOW_EXTERNAL_RESOURCES", "false",
                        "PHOENIX_TELEMETRY_ENABLED", "false"),
                "/healthz")) {
            send(phoenix, run);
            // the same ids again: nothing is there twice
            send(phoenix, run);

            await("spans are stored later than they are taken")
                    .atMost(STORED)
                    .untilAsserted(() -> assertThat(phoenix.get("/v1/projects/shop/spans?limit=1000")
                                    .get("data")
                                    .items())
                            .hasSize(spans));
            for (Json span : phoenix.get("/v1/projects/shop/spans?limit=1000")
                    .get("data")
                    .items()) {
                NamedCsvRecord row =
                        report.bySpan().get(span.get("context").get("span_id").text());
                Json attributes = span.get("attributes");
                assertThat(span.get("context").get("trace_id").text()).isEqualTo(row.getField("trace_id"));
                assertThat(span.get("name").text()).isEqualTo(row.getField("name"));
                assertThat(span.get("span_kind").text()).isEqualTo(kind(row));
                String parent = span.get("parent_id").text();
                assertThat(parent.equals("null") ? "" : parent).isEqualTo(row.getField("parent_id"));
                assertThat(span.get("status_code").text())
                        .isEqualTo(
                                switch (row.getField("status")) {
                                    case "ok" -> "OK";
                                    case "error" -> "ERROR";
                                    default -> "UNSET";
                                });
                assertThat(nanos(span)).isCloseTo(Long.parseLong(row.getField("duration_ns")), within(2_000L));
                for (Map.Entry<String, String> name : Map.of(
                                "llm.token_count.prompt", "input_tokens",
                                "llm.token_count.completion", "output_tokens",
                                "llm.token_count.prompt_details.cache_read", "cache_read_tokens")
                        .entrySet()) {
                    String told = attributes.has(name.getKey())
                            ? attributes.get(name.getKey()).text()
                            : "";
                    assertThat(told).as(name.getKey()).isEqualTo(row.getField(name.getValue()));
                }
            }

            await("costs are worked out after spans are stored")
                    .atMost(STORED)
                    .untilAsserted(() -> assertTotals(project(phoenix), report));
        }
        Interop.passed("phoenix", "Phoenix has understood an exported run");
    }

    private static long nanos(Json span) {
        return Duration.between(
                        OffsetDateTime.parse(span.get("start_time").text()),
                        OffsetDateTime.parse(span.get("end_time").text()))
                .toNanos();
    }

    private static Json project(ReceiverProcess phoenix) throws IOException, InterruptedException {
        String query = "{ \"query\": \"{ projects { edges { node { name tokenCountPrompt tokenCountCompletion"
                + " costSummary { total { cost } } } } } }\" }";
        return phoenix.post("/graphql", query).get("data").get("projects").get("edges").items().stream()
                .map(edge -> edge.get("node"))
                .filter(node -> node.get("name").text().equals("shop"))
                .findFirst()
                .orElseThrow();
    }

    private static void assertTotals(Json project, ReportFigures report) {
        // Phoenix takes what a call used that makes another call itself for what that one used
        Set<String> outer = report.bySpan().values().stream()
                .filter(row -> row.getField("kind").equals("llm"))
                .map(row -> row.getField("parent_id"))
                .collect(Collectors.toSet());
        List<NamedCsvRecord> counted = report.bySpan().values().stream()
                .filter(row -> !outer.contains(row.getField("span_id")))
                .toList();
        assertThat(project.get("tokenCountPrompt").amount()).isEqualByComparingTo(sum(counted, "input_tokens"));
        assertThat(project.get("tokenCountCompletion").amount()).isEqualByComparingTo(sum(counted, "output_tokens"));
        assertThat(project.get("costSummary").get("total").get("cost").value())
                .as("Phoenix has prices of its own")
                .isInstanceOfSatisfying(
                        BigDecimal.class,
                        cost -> assertThat(cost).isCloseTo(report.cost(), within(new BigDecimal("0.000001"))));
    }

    @Test
    void shouldBeUnderstoodByMlflow() throws IOException, InterruptedException {
        Interop.need("MLflow on exported runs", "python3");
        Path run = run();
        ReportFigures report = new ReportFigures(run, directory.resolve("report"));
        try (ReceiverProcess mlflow = new ReceiverProcess(
                "mlflow",
                directory,
                port -> List.of(
                        "mlflow",
                        "server",
                        "--host",
                        "127.0.0.1",
                        "--port",
                        String.valueOf(port),
                        "--workers",
                        "1",
                        "--backend-store-uri",
                        "sqlite:///" + directory.resolve("mlflow.db"),
                        "--artifacts-destination",
                        directory.resolve("artifacts").toString()),
                port -> Map.of("MLFLOW_SERVER_ENABLE_JOB_EXECUTION", "false", "MLFLOW_DISABLE_TELEMETRY", "true"),
                "/health")) {
            send(mlflow, run, "--header", "x-mlflow-experiment-id=0");

            Map<String, List<NamedCsvRecord>> byTrace =
                    report.bySpan().values().stream().collect(Collectors.groupingBy(row -> row.getField("trace_id")));
            for (Map.Entry<String, List<NamedCsvRecord>> workflow : byTrace.entrySet()) {
                Json trace = mlflow.get("/api/3.0/mlflow/traces/get?trace_id=tr-" + workflow.getKey())
                        .get("trace");
                assertThat(trace.get("spans").items()).hasSameSizeAs(workflow.getValue());
                trace.get("spans").items().forEach(span -> assertSpan(span, report));
                List<NamedCsvRecord> counted = workflow.getValue().stream()
                        .filter(row -> !isWithinCall(row, report))
                        .toList();
                BigDecimal input = sum(counted, "input_tokens");
                if (input.signum() > 0) {
                    Json usage = Json.of(trace.get("trace_info")
                            .get("trace_metadata")
                            .get("mlflow.trace.tokenUsage")
                            .text());
                    assertThat(usage.get("input_tokens").amount()).isEqualByComparingTo(input);
                    assertThat(usage.get("output_tokens").amount()).isEqualByComparingTo(sum(counted, "output_tokens"));
                }
            }
        }
        Interop.passed("mlflow", "MLflow has understood an exported run");
    }

    /** MLflow takes what a call within a call used for a part of what that used. */
    private static boolean isWithinCall(NamedCsvRecord row, ReportFigures report) {
        NamedCsvRecord above = report.bySpan().get(row.getField("parent_id"));
        return above != null && (!above.getField("input_tokens").isEmpty() || isWithinCall(above, report));
    }

    private static void assertSpan(Json span, ReportFigures report) {
        NamedCsvRecord row = report.bySpan().get(id(span, "span_id"));
        assertThat(span.get("name").text()).isEqualTo(row.getField("name"));
        assertThat(id(span, "parent_span_id")).isEqualTo(row.getField("parent_id"));
        assertThat(span.get("start_time_unix_nano").text()).isEqualTo(row.getField("start_epoch_ns"));
        assertThat(span.get("end_time_unix_nano")
                        .amount()
                        .subtract(span.get("start_time_unix_nano").amount())
                        .toPlainString())
                .isEqualTo(row.getField("duration_ns"));
        Map<String, Json> attributes = new HashMap<>();
        span.get("attributes")
                .items()
                .forEach(pair -> attributes.put(pair.get("key").text(), pair.get("value")));
        assertThat(attributes.get("mlflow.spanType").get("string_value").text()).isEqualTo(kind(row));
    }

    /** Ids are bytes, which JSON of Protocol Buffers has in base 64. */
    private static String id(Json span, String name) {
        return span.has(name)
                ? HexFormat.of()
                        .formatHex(Base64.getDecoder().decode(span.get(name).text()))
                : "";
    }
}
