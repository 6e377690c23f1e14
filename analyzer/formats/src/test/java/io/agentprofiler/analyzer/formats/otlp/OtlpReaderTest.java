// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.TRACE;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.id;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.nanos;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.number;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.request;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.span;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.text;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.answer.cost.Reported;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.UnreadableInputException;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OtlpReaderTest {
    private static final String CHAT = text("gen_ai.operation.name", "chat");
    private static final String AGENT = text("gen_ai.operation.name", "invoke_agent");

    @TempDir
    private Path directory;

    private Outcome outcome(String text) throws Exception {
        return OtlpSamples.read(false, Files.writeString(directory.resolve("spans.jsonl"), text));
    }

    private Trace trace(String... spans) throws Exception {
        return OtlpSamples.traces(outcome(request("shop", spans))).get(0);
    }

    private static String problems(Outcome outcome) {
        return outcome.problems().stream()
                .flatMap(problems -> problems.first().stream())
                .map(problem -> problem.line() + " " + problem.reason() + "\n")
                .reduce("", String::concat);
    }

    private static Span named(Trace trace, String name) {
        return trace.spans().stream()
                .filter(span -> span.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"openinference-openai.jsonl", "openinference-openai.binpb"})
    void shouldReadOpenInference(String file) throws Exception {
        Trace trace = OtlpSamples.traces(OtlpSamples.read(false, OtlpSamples.DIRECTORY.resolve(file)))
                .get(0);

        assertThat(tree(trace)).isEqualTo("""
                        agent invoke_agent weather
                          embedding CreateEmbeddings 7>-
                          llm ChatCompletion 120>30
                          tool execute_tool weather
                          llm ChatCompletion 120>30
                          llm ChatCompletion 120>30
                          llm ChatCompletion""");
        Span call = trace.spans().get(2);
        assertThat(call.attributes().asMap())
                .containsEntry(Attributes.REQUEST_MODEL, "gpt-4o")
                .containsEntry(Attributes.RESPONSE_MODEL, "gpt-4o-2024-08-06")
                .containsEntry(Attributes.PROVIDER_NAME, "openai")
                .containsEntry(Attributes.CACHE_READ_TOKENS, 64L)
                .containsEntry(Attributes.REASONING_TOKENS, 10L)
                .containsEntry(Attributes.REQUEST_MAX_TOKENS, 100L)
                .containsEntry(Attributes.REQUEST_TEMPERATURE, 0.2)
                .containsEntry(Attributes.RESPONSE_FINISH_REASONS, List.of("tool_calls"))
                .containsEntry(Attributes.SOURCE, "openinference");
        assertThat(trace.spans().get(3).attributes().text(Attributes.TOOL_NAME)).isEqualTo("weather");
        Span streamed = trace.spans().get(5);
        assertThat(streamed.chunks().count()).isEqualTo(1);
        assertThat(streamed.chunks().firstNanos()).isBetween(streamed.startNanos(), streamed.endNanos());
        assertThat(streamed.chunks().lastNanos()).isEqualTo(Unknown.LONG);
        Span failed = trace.spans().get(6);
        assertThat(failed.status()).isEqualTo(SpanStatus.ERROR);
        assertThat(failed.errorType()).isEqualTo("openai.NotFoundError");
        assertThat(failed.attributes().text(Attributes.REQUEST_MODEL)).isEqualTo("gone");
        assertThat(failed.tokens().isKnown()).isFalse();
    }

    @Test
    void shouldReadConventionsOf2024() throws Exception {
        Trace trace = OtlpSamples.traces(
                        OtlpSamples.read(false, OtlpSamples.DIRECTORY.resolve("opentelemetry-openai-v2.jsonl")))
                .get(0);

        assertThat(tree(trace)).isEqualTo("""
                        agent invoke_agent weather
                          embedding embeddings text-embedding-3-small 7>-
                          llm chat gpt-4o 120>30
                          tool execute_tool weather
                          llm chat gpt-4o 120>30
                          llm chat gpt-4o 120>30
                          llm chat gone""");
        assertThat(trace.spans().get(2).attributes().text(Attributes.PROVIDER_NAME))
                .isEqualTo("openai");
        assertThat(trace.spans().get(2).tokens().cacheRead()).isEqualTo(Unknown.LONG);
        assertThat(trace.spans().get(6).errorType()).isEqualTo("NotFoundError");
    }

    @ParameterizedTest
    @ValueSource(strings = {"traceloop-openai.jsonl", "traceloop-openai.framed.binpb"})
    void shouldReadTraceloop(String file) throws Exception {
        Trace trace = OtlpSamples.traces(OtlpSamples.read(false, OtlpSamples.DIRECTORY.resolve(file)))
                .get(0);

        assertThat(tree(trace)).isEqualTo("""
                        agent invoke_agent weather
                          embedding openai.embeddings 7>-
                          llm openai.chat 120>30
                          tool execute_tool weather
                          llm openai.chat 120>30
                          llm openai.chat 120>30
                          llm openai.chat""");
        Span streamed = trace.spans().get(5);
        assertThat(streamed.chunks().count()).isEqualTo(5);
        assertThat(streamed.chunks().maxGapNanos()).isPositive();
        assertThat(trace.spans().get(2).attributes().get(Attributes.RESPONSE_FINISH_REASONS))
                .isEqualTo(List.of("tool_calls"));
        assertThat(trace.spans().get(2).tokens().cacheRead()).isEqualTo(64);
    }

    @Test
    void shouldCountACallOnceThatTwoInstrumentationsRecorded() throws Exception {
        Trace trace = OtlpSamples.traces(
                        OtlpSamples.read(false, OtlpSamples.DIRECTORY.resolve("openinference-in-traceloop.jsonl")))
                .get(0);

        assertThat(tree(trace)).isEqualTo("""
                        agent invoke_agent weather
                          embedding openai.embeddings wrapper
                            embedding CreateEmbeddings 7>-
                          llm openai.chat wrapper
                            llm ChatCompletion 120>30
                          tool execute_tool weather
                          llm openai.chat wrapper
                            llm ChatCompletion 120>30
                          llm openai.chat wrapper
                            llm ChatCompletion 120>30
                          llm openai.chat wrapper
                            llm ChatCompletion""");
    }

    @Test
    void shouldTellTheInnerCallWhatOnlyTheOuterSays() throws Exception {
        Trace trace = trace(
                span(1, 0, "outer", 0, 100, CHAT, number("gen_ai.usage.input_tokens", 50)),
                span(2, 1, "inner", 10, 90, CHAT));

        assertThat(tree(trace)).isEqualTo("llm outer wrapper\n  llm inner 50>-");
    }

    @Test
    void shouldKeepASumWhereItIsSaid() throws Exception {
        Trace trace = trace(
                span(1, 0, "outer", 0, 100, CHAT, number("gen_ai.usage.input_tokens", 50)),
                span(2, 1, "one", 10, 40, CHAT),
                span(3, 1, "other", 50, 90, CHAT));

        assertThat(tree(trace)).isEqualTo("llm outer 50>-\n  llm one wrapper\n  llm other wrapper");
    }

    @Test
    void shouldNotTakeCallsOfToolsWithinACallForTheCall() throws Exception {
        Trace trace = trace(
                span(1, 0, "outer", 0, 100, CHAT, number("gen_ai.usage.input_tokens", 50)),
                span(2, 1, "tool", 10, 90, text("gen_ai.operation.name", "execute_tool")),
                span(3, 2, "inner", 20, 80, CHAT, number("gen_ai.usage.input_tokens", 5)));

        assertThat(tree(trace)).isEqualTo("llm outer 50>-\n  tool tool\n    llm inner 5>-");
    }

    @Test
    void shouldCountAToolOnce() throws Exception {
        String tool = text("gen_ai.tool.name", "find");
        Trace trace = trace(
                span(1, 0, "execute_tool find", 0, 100, text("gen_ai.operation.name", "execute_tool"), tool),
                span(2, 1, "tools/call find", 10, 90, text("mcp.method.name", "tools/call"), tool));

        assertThat(tree(trace)).isEqualTo("tool execute_tool find\n  function tools/call find");
    }

    @Test
    void shouldSayWhatAnAgentUsedThatNoCallSays() throws Exception {
        Outcome outcome = outcome(request(
                "shop",
                span(1, 0, "remote", 0, 100, AGENT, number("gen_ai.usage.input_tokens", 70)),
                span(2, 1, "inner", 10, 90, AGENT, number("gen_ai.usage.input_tokens", 60))));

        assertThat(outcome.summary().get(SpanFlags.ANALYSIS).unattributedInput())
                .isEqualTo(70);
    }

    @Test
    void shouldSayWhatAnAgentsSumHoldsBeyondItsCalls() throws Exception {
        Outcome outcome = outcome(request(
                "shop",
                span(
                        1,
                        0,
                        "agent",
                        0,
                        100,
                        AGENT,
                        number("gen_ai.usage.input_tokens", 100),
                        number("gen_ai.usage.output_tokens", 7)),
                span(2, 1, "sub", 0, 50, AGENT, number("gen_ai.usage.input_tokens", 60)),
                span(
                        3,
                        2,
                        "call",
                        10,
                        40,
                        CHAT,
                        number("gen_ai.usage.input_tokens", 60),
                        number("gen_ai.usage.output_tokens", 7))));

        SpanFlags flags = outcome.summary().get(SpanFlags.ANALYSIS);
        assertThat(flags.unattributedInput()).isEqualTo(40);
        assertThat(flags.unattributedOutput()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "llm.cost.total",
        "gen_ai.usage.cost",
        "gen_ai.usage.cost_usd",
        "gen_ai.usage.total_cost",
        "gen_ai.cost.total_cost",
        "litellm.cost.total",
        "operation.cost"
    })
    void shouldReadWhatACallIsSaidToCost(String attribute) throws Exception {
        String usd = "{\"key\":\"" + attribute + "\",\"value\":{\"doubleValue\":0.25}}";
        Trace trace = trace(
                span(1, 0, "agent", 0, 100, AGENT, usd),
                span(2, 1, "chat", 10, 90, CHAT, usd),
                span(3, 1, "chat", 91, 92, CHAT, number(attribute, -1)));

        assertThat(trace.spans().stream().map(Reported::of)).containsExactly(cost("0.25"), cost("0.25"), null);
        // the agent only repeats what its calls cost
        assertThat(trace.spans().stream().map(Reported::unattributed)).containsOnlyNulls();
    }

    private static BigDecimal cost(String usd) {
        return new BigDecimal(usd);
    }

    @Test
    void shouldSayWhatAnAgentCostThatNoCallSays() throws Exception {
        Trace trace = trace(
                span(1, 0, "outer", 0, 100, AGENT, number("operation.cost", 3)),
                span(2, 1, "inner", 10, 90, AGENT, number("operation.cost", 2)),
                span(3, 2, "chat", 20, 30, CHAT, number("gen_ai.usage.input_tokens", 60)));

        assertThat(Reported.unattributed(named(trace, "inner"))).isEqualByComparingTo("2");
        assertThat(Reported.unattributed(named(trace, "outer"))).isNull();
    }

    @Test
    void shouldTellTheOneCallInsideWhatTheWrapperSaysItCost() throws Exception {
        String used = number("gen_ai.usage.input_tokens", 60);
        Trace one = trace(
                span(3, 2, "request", 20, 30, CHAT, used),
                span(2, 1, "sdk", 10, 90, CHAT, used),
                span(1, 0, "gateway", 0, 100, CHAT, used, number("llm.cost.total", 2)));

        assertThat(Reported.of(named(one, "request"))).isEqualByComparingTo("2");
        assertThat(named(one, "gateway").isWrapper()).isTrue();

        Trace two = trace(
                span(1, 0, "gateway", 0, 100, CHAT, used, number("llm.cost.total", 2)),
                span(2, 1, "first", 10, 40, CHAT, used),
                span(3, 1, "second", 50, 90, CHAT, used));

        assertThat(Reported.of(named(two, "first"))).isNull();
        assertThat(Reported.of(named(two, "second"))).isNull();
        assertThat(Reported.unattributed(named(two, "gateway"))).isEqualByComparingTo("2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"123", "132", "213", "231", "312", "321"})
    void shouldCountACallOnceThatThreeRecordedWhateverTheirOrder(String order) throws Exception {
        String used = number("gen_ai.usage.input_tokens", 60);
        String[] all = {
            span(1, 0, "gateway", 0, 100, CHAT, used),
            span(2, 1, "sdk", 10, 90, CHAT, used),
            span(3, 2, "request", 20, 30, CHAT, used)
        };
        String[] onlyTheOuter = {all[0], span(2, 1, "sdk", 10, 90, CHAT), span(3, 2, "request", 20, 30, CHAT)};
        for (String[] spans : List.of(all, onlyTheOuter)) {
            String[] ordered =
                    order.chars().mapToObj(digit -> spans[digit - '1']).toArray(String[]::new);

            assertThat(tree(trace(ordered))).isEqualTo("llm gateway wrapper\n  llm sdk wrapper\n    llm request 60>-");
        }
    }

    @Test
    void shouldReadOldNamesAndTexts() throws Exception {
        Trace trace = trace(span(
                1,
                0,
                "chat",
                0,
                100,
                CHAT,
                text("gen_ai.system", "az.ai.openai"),
                text("gen_ai.request.model", "gpt-4o"),
                text("gen_ai.response.model", "none"),
                text("gen_ai.usage.prompt_tokens", "12"),
                text("gen_ai.usage.completion_tokens", "3"),
                text("gen_ai.response.finish_reasons", "[\"STOP\"]")));

        assertThat(trace.root().attributes().asMap())
                .containsEntry(Attributes.PROVIDER_NAME, "azure.ai.openai")
                .containsEntry(Attributes.INPUT_TOKENS, 12L)
                .containsEntry(Attributes.OUTPUT_TOKENS, 3L)
                .containsEntry(Attributes.RESPONSE_FINISH_REASONS, List.of("stop"))
                .doesNotContainKey(Attributes.RESPONSE_MODEL);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "openinference.span.kind|RERANKER|rerank",
                "traceloop.span.kind|tool|tool",
                "traceloop.span.kind|workflow|workflow",
                "llm.request.type|completion|llm",
                "spring.ai.kind|chat_client|agent",
                "spring.ai.kind|tool_call|tool",
                "spring.ai.kind|vector_store|retrieval",
                "langfuse.observation.type|generation|llm",
                "mlflow.spanType|\"CHAT_MODEL\"|llm",
                "langsmith.span.kind|retriever|retrieval",
                "ai.operationId|ai.streamText.doStream|llm",
                "gcp.vertex.agent.llm_request|{}|llm",
                "agent_name|planner|agent",
                "openinference.span.kind|CHAIN|workflow",
                "gen_ai.tool.name|find|tool",
                "db.system|qdrant|retrieval"
            })
    void shouldTellKinds(String attribute, String value, String kind) throws Exception {
        assertThat(trace(span(1, 0, "s", 0, 1, text(attribute, value)))
                        .root()
                        .kind()
                        .word())
                .isEqualTo(kind);
    }

    @Test
    void shouldReadUsageInJson() throws Exception {
        Trace trace = trace(
                span(
                        1,
                        0,
                        "langfuse",
                        0,
                        9,
                        text("langfuse.observation.type", "generation"),
                        text(
                                "langfuse.observation.usage_details",
                                "{\"input\":12,\"input_cached_tokens\":5,\"output\":3,\"total\":20}"),
                        text("langfuse.observation.completion_start_time", "\"2023-11-14T22:13:20.004Z\"")),
                span(2, 1, "mlflow", 10, 19, text("mlflow.spanType", "\"TOOL\"")),
                span(
                        3,
                        2,
                        "deep",
                        11,
                        18,
                        text("mlflow.spanType", "\"LLM\""),
                        text("mlflow.chat.tokenUsage", "{\"input_tokens\": 7, \"output_tokens\": 2}")));

        assertThat(tree(trace)).isEqualTo("llm langfuse 17>3\n  tool mlflow\n    llm deep 7>2");
        assertThat(trace.root().tokens().cacheRead()).isEqualTo(5);
        assertThat(trace.root().chunks().firstNanos()).isEqualTo(nanos(4));
    }

    @Test
    void shouldCountCachedTokensOfProducersThatCountThemApart() throws Exception {
        Trace trace = trace(span(
                1,
                0,
                "chat",
                0,
                9,
                CHAT,
                number("gen_ai.usage.input_tokens", 10),
                number("gen_ai.usage.cache_read.input_tokens", 80),
                number("gen_ai.usage.cache_creation.input_tokens", 5)));

        assertThat(trace.root().tokens().input()).isEqualTo(95);
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
    void shouldReadObservationsOfSpringAi() throws Exception {
        Trace trace = trace(
                span(
                        1,
                        0,
                        "spring_ai chat_client",
                        0,
                        100,
                        text("gen_ai.operation.name", "framework"),
                        text("gen_ai.system", "spring_ai"),
                        text("spring.ai.kind", "chat_client")),
                span(
                        2,
                        1,
                        "call",
                        1,
                        99,
                        text("gen_ai.operation.name", "framework"),
                        text("spring.ai.kind", "advisor"),
                        text("spring.ai.advisor.name", "call")),
                span(
                        3,
                        2,
                        "chat gpt-4o",
                        2,
                        50,
                        CHAT,
                        text("gen_ai.system", "openai"),
                        text("gen_ai.request.model", "gpt-4o"),
                        text("gen_ai.response.finish_reasons", "[\"TOOL_CALLS\"]"),
                        text("gen_ai.usage.input_tokens", "45"),
                        text("gen_ai.usage.output_tokens", "7"),
                        text("gen_ai.usage.total_tokens", "52")),
                span(
                        4,
                        2,
                        "tool_call find",
                        51,
                        60,
                        text("gen_ai.operation.name", "framework"),
                        text("spring.ai.kind", "tool_call"),
                        text("spring.ai.tool.definition.name", "find")),
                span(
                        5,
                        2,
                        "qdrant query",
                        61,
                        70,
                        text("spring.ai.kind", "vector_store"),
                        text("db.system", "qdrant"),
                        text("db.operation.name", "query")),
                span(
                        6,
                        2,
                        "qdrant add",
                        71,
                        80,
                        text("spring.ai.kind", "vector_store"),
                        text("db.operation.name", "add")));

        assertThat(tree(trace)).isEqualTo("""
                        agent spring_ai chat_client
                          function call
                            llm chat gpt-4o 45>7
                            tool tool_call find
                            retrieval qdrant query
                            function qdrant add""");
        assertThat(named(trace, "tool_call find").attributes().text(Attributes.TOOL_NAME))
                .isEqualTo("find");
        assertThat(named(trace, "chat gpt-4o").attributes().get(Attributes.RESPONSE_FINISH_REASONS))
                .isEqualTo(List.of("tool_calls"));
    }

    @Test
    void shouldReadObservationsOfLangChain4j() throws Exception {
        Trace trace = trace(
                span(1, 0, "agent", 0, 100, AGENT),
                span(
                        2,
                        1,
                        "chat gpt-4o",
                        1,
                        9,
                        CHAT,
                        text("gen_ai.provider.name", "OPEN_AI"),
                        text("gen_ai.request.model", "gpt-4o"),
                        text("input_tokens", "45"),
                        text("output_tokens", "7"),
                        text("outcome", "SUCCESS")),
                span(
                        3,
                        1,
                        "chat unknown",
                        11,
                        19,
                        CHAT,
                        text("gen_ai.request.model", "unknown"),
                        text("outcome", "ERROR")));

        assertThat(tree(trace)).isEqualTo("agent agent\n  llm chat gpt-4o 45>7\n  llm chat unknown");
        assertThat(named(trace, "chat gpt-4o").attributes().text(Attributes.PROVIDER_NAME))
                .isEqualTo("openai");
        assertThat(named(trace, "chat unknown").status()).isEqualTo(SpanStatus.ERROR);
        assertThat(named(trace, "chat unknown").attributes().get(Attributes.REQUEST_MODEL))
                .isNull();
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
