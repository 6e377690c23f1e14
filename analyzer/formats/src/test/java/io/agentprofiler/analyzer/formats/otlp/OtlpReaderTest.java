// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.AGENT;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.CHAT;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.TRACE;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.id;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.named;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.nanos;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.number;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.outcome;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.request;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.span;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.text;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.trace;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.read.UnreadableInputException;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtlpReaderTest {
    @TempDir
    private Path directory;

    private static String problems(Outcome outcome) {
        return outcome.problems().stream()
                .flatMap(problems -> problems.first().stream())
                .map(problem -> problem.line() + " " + problem.reason() + "\n")
                .reduce("", String::concat);
    }

    @Test
    void shouldTellHttpBelowAModelCall() throws Exception {
        String http = span(
                        2,
                        1,
                        "POST",
                        10,
                        90,
                        text("http.request.method", "POST"),
                        number("http.response.status_code", 200))
                .replace("\"kind\":1", "\"kind\":3");
        Trace trace = trace(span(1, 0, "chat", 0, 100, CHAT), http);

        Span request = named(trace, "POST");
        assertThat(request.kind()).isEqualTo(SpanKind.HTTP);
        assertThat(request.requestedBy()).isEqualTo(trace.root());
        assertThat(request.attributes().get(Attributes.HTTP_STATUS)).isEqualTo(200L);
    }

    @Test
    void shouldHoldNoTextUnlessItIsWanted() throws Exception {
        String secret = "my name is Rumpelstiltskin and nobody knows it yet, not even the queen of this country";
        String[] spans = {
            span(1, 0, "agent", 0, 100, AGENT, text("input.value", secret), text("custom", secret)),
            span(
                    2,
                    1,
                    "chat",
                    10,
                    90,
                    CHAT,
                    text("gen_ai.prompt.0.role", "user"),
                    text("gen_ai.prompt.0.content", secret),
                    text("gen_ai.completion.0.content", secret)),
            span(3, 1, "tool", 91, 95, text("openinference.span.kind", "TOOL"), text("input.value", secret))
        };
        Path file = Files.writeString(directory.resolve("a.jsonl"), request("shop", spans));
        Trace without = OtlpSamples.traces(OtlpSamples.read(false, file)).get(0);
        Trace with = OtlpSamples.traces(OtlpSamples.read(true, file)).get(0);

        without.spans().forEach(span -> assertThat(span.attributes().toString()).doesNotContain("Rumpel"));
        assertThat(named(without, "chat").attributes().get("agentprofiler.prompt.blocks"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsKeys("hashes", "messages");
        assertThat(named(without, "chat").attributes().get("agentprofiler.content.output.messages"))
                .isInstanceOf(Map.class);
        assertThat(named(with, "chat")
                        .attributes()
                        .get(Attributes.INPUT_MESSAGES)
                        .toString())
                .isEqualTo("[{role=user, parts=[{type=text, content=" + secret + "}]}]");
        assertThat(named(with, "tool").attributes().get(Attributes.TOOL_CALL_ARGUMENTS))
                .isEqualTo(secret);
    }

    @Test
    void shouldReadEventsOfMessages() throws Exception {
        String events =
                "\"events\":[{\"timeUnixNano\":\"" + nanos(1) + "\",\"name\":\"gen_ai.user.message\",\"attributes\":["
                        + text("content", "hello") + "]},{\"name\":\"gen_ai.choice\",\"attributes\":["
                        + text("message", "{\"role\":\"assistant\",\"content\":\"hi\"}")
                        + "]}],";
        Path file = Files.writeString(
                directory.resolve("a.jsonl"), request("shop", span(TRACE, 1, 0, "chat", 0, 9, events, CHAT)));

        Span call = OtlpSamples.traces(OtlpSamples.read(true, file)).get(0).root();

        assertThat(call.attributes().get(Attributes.INPUT_MESSAGES))
                .hasToString("[{role=user, parts=[{type=text, content=hello}]}]");
        assertThat(call.attributes().get(Attributes.OUTPUT_MESSAGES))
                .hasToString("[{role=assistant, parts=[{type=text, content=hi}]}]");
    }

    @Test
    void shouldTakeAnyLayout() throws Exception {
        String line = request("shop", span(1, 0, "chat", 0, 9, CHAT));
        String other = line.replace(TRACE, "aa" + TRACE.substring(2));
        String snake = line.replace(TRACE, "bb" + TRACE.substring(2))
                .replace("resourceSpans", "resource_spans")
                .replace("scopeSpans", "scope_spans")
                .replace("traceId", "trace_id")
                .replace("spanId", "span_id")
                .replace("startTimeUnixNano", "start_time_unix_nano")
                .replace("endTimeUnixNano", "end_time_unix_nano")
                .replace("stringValue", "string_value");
        String base64 = line.replace(TRACE, "W47/95gDgQPSabYzgT/GDA==")
                .replace(id(1), "AAAAAAAAAAE=")
                .replace("\"kind\":1", "\"kind\":\"SPAN_KIND_CLIENT\"")
                .replace('"' + String.valueOf(nanos(0)) + '"', String.valueOf(nanos(0)));
        String pretty = other.replace("{", "{\n  ").replace(",", ",\n  ");

        Outcome outcome =
                outcome(pretty + "\n" + snake + base64 + "\n[" + line.replace(TRACE, "cc" + TRACE.substring(2)) + "]");

        assertThat(problems(outcome)).isEmpty();
        assertThat(OtlpSamples.traces(outcome)).hasSize(4);
        assertThat(OtlpSamples.traces(outcome))
                .extracting(trace -> trace.id().toString())
                .contains(TRACE);
    }

    @Test
    void shouldReadCompressedFiles() throws Exception {
        Path file = directory.resolve("spans.jsonl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(Files.readAllBytes(OtlpSamples.DIRECTORY.resolve("traceloop-openai.jsonl")));
        }

        assertThat(OtlpSamples.traces(OtlpSamples.read(false, file)).get(0).spans())
                .hasSize(7);
    }

    @Test
    void shouldGoOnAfterABadLine() throws Exception {
        String good = request("shop", span(1, 0, "chat", 0, 9, CHAT));
        String other = good.replace(TRACE, "aa" + TRACE.substring(2));
        String third = good.replace(TRACE, "bb" + TRACE.substring(2));

        Outcome outcome = outcome(good + "\n" + other.substring(0, other.length() - 40) + "\nnot json at all\n" + third
                + "\n" + third.substring(0, 100));

        assertThat(OtlpSamples.traces(outcome)).hasSize(2);
        assertThat(problems(outcome)).contains("2 not JSON", "reading goes on").doesNotContain("Exception");
        assertThat(outcome.problems().get(0).tornLines()).isEqualTo(1);
    }

    @Test
    void shouldNameThePlaceOfWhatIsWrong() throws Exception {
        Outcome outcome =
                outcome(request("shop", span(1, 0, "chat", 0, 9, CHAT, number("gen_ai.usage.input_tokens", -3)))
                        + "\n" + request("shop", span("xyz", 2, 0, "chat", 0, 9, "", CHAT)) + "\n"
                        + request("shop", "{\"traceId\":\"" + TRACE + "\",\"spanId\":\"" + id(3) + "\"}", "7"));

        assertThat(problems(outcome)).isEqualTo("""
                0 span 0000000000000001, attribute gen_ai.usage.input_tokens: expected a whole number of 0 or more; left out
                2 /resourceSpans/0/scopeSpans/0/spans/0/traceId: expected 32 hex digits that are not all 0; the span is left out
                3 /resourceSpans/0/scopeSpans/0/spans/0: expected startTimeUnixNano or endTimeUnixNano; the span is left out
                3 /resourceSpans/0/scopeSpans/0/spans/1: expected an object; left out
                """);
        assertThat(OtlpSamples.traces(outcome).get(0).root().tokens().isKnown()).isFalse();
    }

    @Test
    void shouldJoinTracesOverFilesAndServices() throws Exception {
        Path one = Files.writeString(
                directory.resolve("a.jsonl"),
                request("front", span(1, 0, "agent", 0, 100, AGENT)) + "\n"
                        + request("front", span(2, 1, "call", 10, 90, text("rpc.system", "grpc"))));
        Path other = Files.writeString(
                directory.resolve("b.jsonl"),
                request("back", span(3, 2, "chat", 5, 80, CHAT, number("gen_ai.usage.input_tokens", 5))));

        Outcome outcome = OtlpSamples.read(false, other, one);

        assertThat(OtlpSamples.traces(outcome)).hasSize(1);
        assertThat(tree(OtlpSamples.traces(outcome).get(0)))
                .isEqualTo("agent agent\n  function call\n    llm chat 5>-");
        assertThat(outcome.runs()).hasSize(1);
        assertThat(outcome.runs().get(0).counts().skewed()).isEqualTo(1);
    }

    @Test
    void shouldLeaveOutTracesWithoutAnyAgent() throws Exception {
        Outcome outcome = outcome(request("shop", span(1, 0, "chat", 0, 9, CHAT)) + "\n"
                + request(
                        "shop",
                        span("aa" + TRACE.substring(2), 2, 0, "GET /health", 0, 1, "", text("http.route", "/health"))));

        assertThat(OtlpSamples.traces(outcome)).hasSize(1);
        assertThat(outcome.runs().get(0).counts().plain()).isEqualTo(1);
    }

    @Test
    void shouldBeginAWorkflowWhereARequestCameIn() throws Exception {
        Trace trace = trace(
                span(1, 77, "POST /ask", 0, 100, text("http.request.method", "POST"))
                        .replace("\"kind\":1", "\"kind\":2"),
                span(2, 1, "chat", 10, 90, CHAT));

        assertThat(trace.root().kind()).isEqualTo(SpanKind.FUNCTION);
        assertThat(trace.root().has(SpanFlag.REMOTE_PARENT)).isTrue();
        assertThat(trace.root().has(SpanFlag.PARENT_MISSING)).isFalse();
    }

    @Test
    void shouldTakeWhatIsMissingForUnknown() throws Exception {
        Trace trace = trace(
                span(1, 0, "agent", 0, 100, AGENT),
                span(2, 1, "open", 10, 90, CHAT).replace("\"" + nanos(90) + "\"", "\"0\""),
                span(3, 1, "moment", 20, 30, CHAT).replace("\"startTimeUnixNano\":\"" + nanos(20) + "\",", ""),
                span(4, 77, "orphan", 40, 50, CHAT),
                span(1, 0, "agent", 0, 100, AGENT));

        assertThat(named(trace, "open").status()).isEqualTo(SpanStatus.UNFINISHED);
        assertThat(named(trace, "moment").has(SpanFlag.LENGTH_UNKNOWN)).isTrue();
        assertThat(named(trace, "orphan").has(SpanFlag.PARENT_MISSING)).isTrue();
        assertThat(trace.spans()).hasSize(4);
    }

    @Test
    void shouldTellFailures() throws Exception {
        String events = "\"status\":{\"code\":2,\"message\":\"no luck\"},\"events\":[{\"timeUnixNano\":\"" + nanos(8)
                + "\",\"name\":\"exception\",\"attributes\":[" + text("exception.type", "asyncio.CancelledError")
                + "]}],";
        String handled =
                "\"events\":[{\"name\":\"exception\",\"attributes\":[" + text("exception.type", "Handled") + "]}],";
        Trace trace = trace(
                span(1, 0, "agent", 0, 100, AGENT),
                span(TRACE, 2, 1, "cancelled", 1, 9, events, CHAT),
                span(TRACE, 3, 1, "handled", 10, 19, handled, CHAT),
                span(4, 1, "typed", 20, 29, CHAT, text("error.type", "429")));

        assertThat(named(trace, "cancelled").status()).isEqualTo(SpanStatus.CANCELLED);
        assertThat(named(trace, "handled").status()).isEqualTo(SpanStatus.OK);
        assertThat(named(trace, "typed").errorType()).isEqualTo("429");
        assertThat(named(trace, "cancelled").errorMessage()).isEqualTo("no luck");
    }

    @Test
    void shouldRefuseWhatIsNoOtlp() throws Exception {
        Path file = Files.writeString(directory.resolve("x.jsonl"), "{\"spans\":[]}");

        assertThatThrownBy(() -> OtlpSamples.read(false, file))
                .isInstanceOf(UnreadableInputException.class)
                .hasMessageContaining("OTLP");
    }
}
