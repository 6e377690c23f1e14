// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static io.agentprofiler.analyzer.testing.TestRun.at;
import static io.agentprofiler.analyzer.testing.TestRun.spanId;
import static io.agentprofiler.analyzer.testing.TestRun.traceId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.agentprofiler.analyzer.formats.export.ExportRun;
import io.agentprofiler.analyzer.formats.export.ReportFigures;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Json;
import io.agentprofiler.analyzer.testing.TestRun;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every span with all that is known of it, as OpenTelemetry's own decoder reads it. */
class OtlpSpansTest {
    private static final String OWN = "agentprofiler.span.";

    @TempDir
    private Path directory;

    private Path write(TestRun run) {
        return run.footer().write(directory.resolve("run/segment-000001.jsonl"));
    }

    @Test
    void shouldLinkAWorkflowToTheOpenTelemetrySpanAroundIt() throws IOException {
        String trace = "0af7651916cd43dd8448eb211c80319c";
        String ids = "\"agentprofiler.otel.trace_id\":\"%s\",\"agentprofiler.otel.span_id\":\"%s\"";
        TestRun run = TestRun.run("run")
                .trace(1)
                .start(1, 0, 0, "agent", "inside", ids.formatted(trace, "b7ad6b7169203331"))
                .end(1, 1)
                .trace(2)
                .start(2, 0, 0, "agent", "no id", ids.formatted("ab", "b7ad6b7169203331"))
                .end(2, 1);

        Decoded decoded = Decoded.export(directory, write(run));

        Span inside = decoded.span("inside");
        assertThat(Decoded.id(inside.getTraceId())).isEqualTo(traceId(1));
        assertThat(inside.getLinksList()).hasSize(1);
        assertThat(Decoded.id(inside.getLinks(0).getTraceId())).isEqualTo(trace);
        assertThat(Decoded.id(inside.getLinks(0).getSpanId())).isEqualTo("b7ad6b7169203331");
        assertThat(Decoded.attributes(inside.getLinks(0).getAttributesList()))
                .containsExactly(entry("agentprofiler.link", "opentelemetry"));
        assertThat(Decoded.attributes(inside))
                .contains(
                        entry("agentprofiler.otel.trace_id", trace),
                        entry("agentprofiler.otel.span_id", "b7ad6b7169203331"));
        assertThat(decoded.span("no id").getLinksList()).isEmpty();
    }

    @Test
    void shouldSayWhatIsKnownOfASpanAndOfItsRun() throws IOException {
        Decoded decoded = Decoded.export(directory, write(WeatherRun.recorded()), "--profile", "genai");

        Span call = decoded.span("chat gpt-4o");
        assertThat(Decoded.id(call.getTraceId())).isEqualTo(traceId(1));
        assertThat(Decoded.id(call.getSpanId())).isEqualTo(spanId(2));
        assertThat(Decoded.id(call.getParentSpanId())).isEqualTo(spanId(1));
        assertThat(call.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
        assertThat(call.getStartTimeUnixNano()).isEqualTo(at(10));
        assertThat(call.getEndTimeUnixNano()).isEqualTo(at(210));
        assertThat(call.getFlags()).isEqualTo(0x101);
        assertThat(call.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_OK);
        assertThat(Decoded.attributes(call))
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        entry("gen_ai.operation.name", "chat"),
                        entry("gen_ai.provider.name", "openai"),
                        entry("gen_ai.request.model", "gpt-4o"),
                        entry("gen_ai.request.temperature", 0.5),
                        entry("gen_ai.request.max_tokens", 100L),
                        entry("gen_ai.request.stream", true),
                        entry("gen_ai.response.model", "gpt-4o-2024-08-06"),
                        entry("gen_ai.response.finish_reasons", List.of("tool_calls")),
                        entry("gen_ai.response.time_to_first_chunk", 0.1),
                        entry("gen_ai.usage.input_tokens", 300L),
                        entry("gen_ai.usage.output_tokens", 20L),
                        entry("gen_ai.usage.cache_read.input_tokens", 100L),
                        entry("agentprofiler.prompt.blocks", "{\"bytes\":9,\"hashes\":\"aa\"}"),
                        entry(OWN + "json", List.of("agentprofiler.prompt.blocks")),
                        entry(OWN + "kind", "llm"),
                        entry(OWN + "rule", "test/llm"),
                        entry(OWN + "status", "ok"),
                        entry("thread.name", "main"),
                        entry(OWN + "end_thread", "main"),
                        entry(OWN + "cpu_ns", 5L),
                        entry(OWN + "alloc_bytes", 7L),
                        entry(OWN + "self_ns", 200_000_000L),
                        entry(OWN + "cost_usd", 0.000825),
                        entry(OWN + "chunks.count", 3L),
                        entry(OWN + "chunks.first_ns", at(110)),
                        entry(OWN + "chunks.last_ns", at(160)),
                        entry(OWN + "chunks.max_gap_ns", 50_000_000L),
                        entry(OWN + "handler_ns", 9L)));
        assertThat(call.getEventsList()).extracting(Span.Event::getName).containsOnly("agentprofiler.chunk");
        assertThat(call.getEventsList()).extracting(Span.Event::getTimeUnixNano).containsExactly(at(110), at(160));
        assertThat(call.getDroppedEventsCount()).isEqualTo(1);

        Span tool = decoded.span("execute_tool rain");
        assertThat(tool.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_INTERNAL);
        assertThat(tool.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
        assertThat(tool.getStatus().getMessage()).isEqualTo("java.io.IOException");
        assertThat(Decoded.attributes(tool))
                .contains(
                        entry("error.type", "java.io.IOException"),
                        entry(OWN + "queued_ns", 77L),
                        entry("thread.name", "pool-1"),
                        entry("gen_ai.operation.name", "execute_tool"));
        assertThat(tool.getEventsList()).hasSize(1);
        assertThat(tool.getEvents(0).getName()).isEqualTo("exception");
        assertThat(Decoded.attributes(tool.getEvents(0).getAttributesList()))
                .containsExactly(entry("exception.type", "java.io.IOException"));
        assertThat(tool.getLinksList()).hasSize(1);
        assertThat(tool.getLinks(0).getSpanId()).isEqualTo(call.getSpanId());
        assertThat(tool.getLinks(0).getTraceId()).isEqualTo(call.getTraceId());
        assertThat(Decoded.attributes(tool.getLinks(0).getAttributesList()))
                .containsExactly(entry("agentprofiler.link", "asked_by"));

        Span request = decoded.span("POST");
        assertThat(request.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
        assertThat(request.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_UNSET);
        assertThat(Decoded.attributes(request)).contains(entry(OWN + "status", "cancelled"));
        assertThat(Decoded.attributes(decoded.span("invoke_agent Weather")))
                .as("receivers would count twice what the agent repeats")
                .doesNotContainKey("gen_ai.usage.input_tokens")
                .contains(entry(OWN + "usage.input_tokens", 310L));

        assertThat(decoded.requests()).hasSize(1);
        ResourceSpans resource = decoded.requests().get(0);
        assertThat(resource.getScopeSpans(0).getScope().getName()).isEqualTo("io.agentprofiler");
        assertThat(resource.getScopeSpans(0).getSchemaUrl()).isEqualTo("https://opentelemetry.io/schemas/1.41.1");
        Map<String, Object> about = Decoded.attributes(resource.getResource().getAttributesList());
        assertThat(about)
                .contains(
                        entry("service.name", "shop"),
                        entry("service.instance.id", "shop-42-x"),
                        entry("agentprofiler.run", "shop-42-x"),
                        entry("process.pid", 42L),
                        entry("host.name", "box"),
                        entry("process.runtime.version", "17.0.1"),
                        entry("telemetry.sdk.name", "agent-profiler"),
                        entry("telemetry.sdk.version", "1.0"));
        Json details = Json.of((String) about.get("agentprofiler.run.details"));
        assertThat(details.get("jvm").get("processors").count()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"1,genai", "2,openinference", "3,langfuse", "4,both", "5,both", "6,both"})
    void shouldHoldEverySpanWithTheReportsFigures(long seed, String profile) throws IOException {
        Path run = ExportRun.random(new Random(seed), 15).write(directory.resolve("run/segment-000001.jsonl"));
        Map<String, NamedCsvRecord> report = new ReportFigures(run, directory.resolve("report")).bySpan();
        Decoded decoded = Decoded.export(directory, run, "--profile", profile);

        assertThat(decoded.spans()).hasSameSizeAs(report.values());
        for (Span span : decoded.spans()) {
            NamedCsvRecord row = report.get(Decoded.id(span.getSpanId()));
            Map<String, Object> attributes = Decoded.attributes(span);
            assertThat(Decoded.id(span.getTraceId())).isEqualTo(row.getField("trace_id"));
            assertThat(Decoded.id(span.getParentSpanId())).isEqualTo(row.getField("parent_id"));
            assertThat(span.getName()).isEqualTo(row.getField("name"));
            assertThat(span.getStartTimeUnixNano()).isEqualTo(Long.parseLong(row.getField("start_epoch_ns")));
            assertThat(span.getEndTimeUnixNano() - span.getStartTimeUnixNano())
                    .isEqualTo(Long.parseLong(row.getField("duration_ns")));
            String ended = row.getField("status").equals("unfinished") ? "" : row.getField("status");
            assertThat(text(attributes, OWN + "status")).isEqualTo(ended);
            assertThat(attributes.containsKey(OWN + "unfinished")).isEqualTo(ended.isEmpty());
            same(attributes, OWN + "kind", row, "kind");
            same(attributes, OWN + "self_ns", row, "self_ns");
            same(attributes, OWN + "cpu_ns", row, "cpu_ns");
            same(attributes, OWN + "alloc_bytes", row, "alloc_bytes");
            same(attributes, OWN + "queued_ns", row, "queued_ns");
            same(attributes, OWN + "end_thread", row, "end_thread");
            same(attributes, "thread.name", row, "start_thread");
            same(attributes, "error.type", row, "error_type");
            same(attributes, OWN + "chunks.count", row, "chunk_count");
            if (profile.equals("openinference")) {
                same(attributes, "llm.token_count.prompt", row, "input_tokens");
                same(attributes, "llm.token_count.completion", row, "output_tokens");
                same(attributes, "llm.token_count.prompt_details.cache_read", row, "cache_read_tokens");
            } else {
                same(attributes, "gen_ai.usage.input_tokens", row, "input_tokens");
                same(attributes, "gen_ai.usage.output_tokens", row, "output_tokens");
                same(attributes, "gen_ai.usage.cache_read.input_tokens", row, "cache_read_tokens");
            }
            String cost = row.getField("cost_usd");
            if (cost.isEmpty()) {
                assertThat(attributes).doesNotContainKey(OWN + "cost_usd");
            } else {
                assertThat(attributes).contains(entry(OWN + "cost_usd", new BigDecimal(cost).doubleValue()));
            }
        }
    }

    private static String text(Map<String, Object> attributes, String name) {
        return attributes.containsKey(name) ? attributes.get(name).toString() : "";
    }

    private static void same(Map<String, Object> attributes, String name, NamedCsvRecord row, String column) {
        assertThat(text(attributes, name)).as(column).isEqualTo(row.getField(column));
    }

    @ParameterizedTest
    @ValueSource(strings = {"genai", "openinference", "langfuse", "both"})
    void shouldTellNoContentUnlessAsked(String profile) throws IOException {
        Path run = ExportRun.random(new Random(7), 15).write(directory.resolve("run/segment-000001.jsonl"));
        Decoded.export(directory, run, "--profile", profile);
        assertThat(Files.readString(directory.resolve("out.jsonl"))).doesNotContain(ExportRun.SECRET);
        assertThat(Files.readString(directory.resolve("out.pb"), StandardCharsets.ISO_8859_1))
                .doesNotContain(ExportRun.SECRET);

        Decoded.export(directory, run, "--profile", profile, "--content");
        assertThat(Files.readString(directory.resolve("out.jsonl"))).contains(ExportRun.SECRET);
    }

    @Test
    void shouldSayWhatIsUnusual() throws IOException {
        Decoded decoded = Decoded.export(
                directory,
                write(TestRun.run("shop-42-x")
                        .trace(1)
                        .start(1, 90, 0, "workflow", "remote", "\"agentprofiler.remote_parent\":true")
                        .span(2, 91, 5, 8, "function", "orphan")
                        .start(3, 1, 6, "tool", "open")
                        .end(1, 10)
                        .trace(2)
                        .span(5, 6, 0, 1, "function", "one")
                        .span(6, 5, 0, 1, "function", "other")
                        .trace(3)
                        .end(7, 20, "\"gen_ai.operation.name\":\"chat\"")
                        .trace(4)
                        .start(8, 0, 30, "agent", "back")
                        .end(8, 29)
                        .trace(5)
                        .start(9, 0, 30, "llm", "wrapper", "\"agentprofiler.wrapper\":true")
                        .end(9, 31)));

        Span remote = decoded.span("remote");
        assertThat(Decoded.id(remote.getParentSpanId())).isEqualTo(spanId(90));
        assertThat(remote.getFlags()).isEqualTo(0x301);
        assertThat(Decoded.id(decoded.span("orphan").getParentSpanId())).isEqualTo(spanId(91));
        assertThat(decoded.span("orphan").getFlags()).isEqualTo(0x101);
        Span open = decoded.span("open");
        assertThat(open.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_UNSET);
        assertThat(open.getEndTimeUnixNano()).isGreaterThanOrEqualTo(at(31));
        assertThat(Decoded.attributes(open))
                .contains(entry(OWN + "unfinished", true))
                .doesNotContainKeys(OWN + "status", OWN + "end_thread");
        List<Span> circle = List.of(decoded.span("one"), decoded.span("other"));
        assertThat(circle.stream().filter(span -> span.getParentSpanId().isEmpty()))
                .as("one of both is cut off")
                .hasSize(1)
                .allSatisfy(span -> assertThat(Decoded.attributes(span)).containsKey(OWN + "parent"));
        Span end = decoded.span("llm");
        assertThat(end.getStartTimeUnixNano()).isEqualTo(at(20));
        assertThat(Decoded.attributes(end)).contains(entry(OWN + "start_missing", true));
        Span back = decoded.span("back");
        assertThat(back.getEndTimeUnixNano()).isEqualTo(back.getStartTimeUnixNano());
        assertThat(Decoded.attributes(back)).contains(entry(OWN + "negative_duration", true));
        assertThat(decoded.span("wrapper").getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_INTERNAL);
        assertThat(Decoded.attributes(decoded.span("wrapper"))).contains(entry("openinference.span.kind", "CHAIN"));
    }

    /** A name may be cut in the middle of a character, and a value may be anything. */
    @Test
    void shouldTakeAnyTextAndAnyValue() throws IOException {
        Decoded decoded = Decoded.export(
                directory,
                write(TestRun.run("shop-42-x")
                        .start(
                                1,
                                0,
                                0,
                                "tool",
                                "half \\ud83d and \\u0000 all \\ud83d\\ude00",
                                "\"agentprofiler.big\":9223372036854775807,\"agentprofiler.none\":[],"
                                        + "\"agentprofiler.mixed\":[1,\"two\",null],\"agentprofiler.deep\":{\"a\":[{\"b\":1.5}]},"
                                        + "\"agentprofiler.small\":-1,\"agentprofiler.tiny\":1e-300")
                        .end(1, 1)),
                "--content");

        Span span = decoded.spans().get(0);
        assertThat(span.getName()).isEqualTo("half ? and \u0000 all \ud83d\ude00");
        assertThat(Decoded.attributes(span))
                .contains(
                        entry("agentprofiler.big", Long.MAX_VALUE),
                        entry("agentprofiler.none", List.of()),
                        entry("agentprofiler.small", -1L),
                        entry("agentprofiler.tiny", 1e-300),
                        entry("agentprofiler.mixed", "[1,\"two\",null]"),
                        entry("agentprofiler.deep", "{\"a\":[{\"b\":1.5}]}"),
                        entry(OWN + "json", List.of("agentprofiler.mixed", "agentprofiler.deep")));
    }

    @Test
    void shouldWriteRequestsOfBoundedSizeAndTheSameAgain() throws IOException {
        TestRun run = TestRun.run("shop-42-x").start(1, 0, 0, "agent", "all");
        for (int i = 2; i < 1500; i++) {
            run.span(i, 1, i, i + 1, "tool", "t" + i);
        }
        run.start(5000, 1, 1, "tool", "large", "\"agentprofiler.note\":\"" + "x".repeat(1_500_000) + "\"")
                .end(5000, 2);
        Path file = write(run.end(1, 3000));
        Decoded decoded = Decoded.export(directory, file, "--content");
        List<String> lines = Files.readAllLines(directory.resolve("out.jsonl"));

        assertThat(decoded.spans()).hasSize(1500);
        assertThat(decoded.requests())
                .allSatisfy(request ->
                        assertThat(request.getScopeSpans(0).getSpansCount()).isBetween(1, 512));
        assertThat(lines.stream().filter(line -> line.length() > 1_000_000))
                .as("only a span that is larger itself")
                .hasSize(1)
                .allSatisfy(line -> assertThat(OtlpJson.traces(line)
                                .getResourceSpans(0)
                                .getScopeSpans(0)
                                .getSpansCount())
                        .isEqualTo(1));
        String before = Files.readString(directory.resolve("out.jsonl"));
        Decoded.export(directory, file, "--content");
        assertThat(Files.readString(directory.resolve("out.jsonl"))).isEqualTo(before);
    }

    @Test
    void shouldWriteToADirectoryAndToStandardOutput() throws IOException {
        Path run = write(WeatherRun.recorded());
        CommandRun analyzer = new CommandRun();
        Path out = Files.createDirectory(directory.resolve("out"));

        assertThat(analyzer.run("export", "otlp", "--out", out, run)).isZero();
        assertThat(analyzer.out()).startsWith("Written: ").contains("1 workflow, 4 spans");
        assertThat(analyzer.run("export", "otlp", "--encoding", "protobuf", "--out", out, run))
                .isZero();
        assertThat(out).isDirectoryContaining(file -> file.endsWith("traces.otlp.jsonl"));
        assertThat(out).isDirectoryContaining(file -> file.endsWith("traces.otlp.pb"));
        assertThat(analyzer.run("export", "otlp", run)).isZero();
        assertThat(analyzer.out()).isEqualTo(Files.readString(out.resolve("traces.otlp.jsonl")));
    }
}
