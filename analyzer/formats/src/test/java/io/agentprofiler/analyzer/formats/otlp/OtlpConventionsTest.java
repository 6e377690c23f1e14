// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.AGENT;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.CHAT;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.named;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.nanos;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.number;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.span;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.text;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.trace;
import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.Attributes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The names and values that instrumentations give the same things. */
class OtlpConventionsTest {
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
}
