// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static io.agentprofiler.analyzer.formats.otlp.OtlpSamples.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What frameworks and OpenTelemetry's agent record of a running program, read: {@code SOURCES.md} says which program. */
class FrameworkRecordingsTest {
    private static Outcome outcome(String file) throws Exception {
        return OtlpSamples.read(false, OtlpSamples.DIRECTORY.resolve(file));
    }

    private static Trace trace(String file) throws Exception {
        return OtlpSamples.traces(outcome(file)).stream()
                .filter(trace -> trace.spans().size() > 1)
                .findFirst()
                .orElseThrow();
    }

    private static List<Span> calls(Trace trace) {
        return trace.spans().stream()
                .filter(span -> span.kind() == SpanKind.LLM)
                .toList();
    }

    private static String facts(Span call) {
        return call.attributes().text(Attributes.PROVIDER_NAME)
                + ' '
                + call.attributes().text(Attributes.REQUEST_MODEL)
                + ' '
                + call.attributes().text(Attributes.RESPONSE_MODEL)
                + ' '
                + call.attributes().get(Attributes.RESPONSE_FINISH_REASONS)
                + ' '
                + call.status().word();
    }

    private static Span failed(Trace trace) {
        return calls(trace).stream()
                .filter(call -> call.status() == SpanStatus.ERROR)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldReadWhatSpringAi1Records() throws Exception {
        Trace trace = trace("spring-ai-1.1.jsonl");

        // the second call of each loop reports 260>50: its own and those of the first
        assertThat(tree(trace)).isEqualTo("""
                        function trip
                          embedding embedding text-embedding-3-small 7>-
                          function simple add
                            embedding embedding text-embedding-3-small 7>-
                          retrieval simple query
                            embedding embedding text-embedding-3-small 7>-
                          agent spring_ai chat_client
                            function message_chat_memory
                              function call
                                llm chat gpt-4o-mini 120>30
                                tool tool_call weather
                                llm chat gpt-4o-mini 140>20
                          agent spring_ai chat_client
                          function message_chat_memory
                            function stream
                              llm chat gpt-4o-mini 120>30
                                llm chat gpt-4o-mini 140>20
                          agent spring_ai chat_client
                            function message_chat_memory
                              function call
                                llm chat gone""");
        assertThat(calls(trace).stream().map(FrameworkRecordingsTest::facts))
                .containsExactly(
                        "openai gpt-4o-mini gpt-4o-mini-2024-07-18 [tool_calls] ok",
                        "openai gpt-4o-mini gpt-4o-mini-2024-07-18 [stop] ok",
                        "openai gpt-4o-mini gpt-4o-mini-2024-07-18 [stop] ok",
                        "openai gpt-4o-mini gpt-4o-mini-2024-07-18 [stop] ok",
                        "openai gone null null error");
        assertThat(failed(trace).errorType()).endsWith("NonTransientAiException");
        assertThat(trace.spans().stream()
                        .filter(span -> span.kind() == SpanKind.AGENT)
                        .map(Span::conversation))
                .containsExactly("c-1", "c-2", "c-3");
    }

    @Test
    void shouldReadWhatSpringAi2Records() throws Exception {
        Outcome outcome = outcome("spring-ai-2.0.jsonl");
        Trace trace = trace("spring-ai-2.0.jsonl");

        assertThat(tree(trace)).isEqualTo("""
                        function trip
                          embedding embedding text-embedding-3-small 7>-
                            http POST
                          function simple add
                            embedding embedding text-embedding-3-small 7>-
                              http POST
                          retrieval simple query
                            embedding embedding text-embedding-3-small 7>-
                              http POST
                          agent spring_ai chat_client
                            function message_chat_memory
                              function tool _calling\s
                                function call
                                  llm chat gpt-4o-mini 120>30
                                    http POST
                                tool execute_tool weather
                                function call
                                  llm chat gpt-4o-mini 140>20
                                    http POST
                          agent spring_ai chat_client
                            function message_chat_memory
                              function tool _calling\s
                                function stream
                                  llm chat gpt-4o-mini 120>30
                                tool execute_tool weather
                                function stream
                                  llm chat gpt-4o-mini 140>20
                          agent spring_ai chat_client
                            function message_chat_memory
                              function tool _calling\s
                                function call
                                  llm chat gone
                                    http POST""");
        assertThat(calls(trace).stream().map(FrameworkRecordingsTest::facts))
                .containsExactly(
                        "openai gpt-4o-mini gpt-4o-mini-2024-07-18 [tool_calls] ok",
                        "openai gpt-4o-mini gpt-4o-mini-2024-07-18 [stop] ok",
                        "openai gpt-4o-mini gpt-4o-mini-2024-07-18 [tool_calls] ok",
                        "openai gpt-4o-mini gpt-4o-mini-2024-07-18 [stop] ok",
                        "openai gone null null error");
        // only calls that are not streamed tell it
        assertThat(calls(trace).get(1).tokens().cacheRead()).isEqualTo(64);
        assertThat(calls(trace).get(2).tokens().cacheRead()).isNegative();
        assertThat(trace.spans().stream().filter(span -> span.kind() == SpanKind.TOOL))
                .allSatisfy(tool -> {
                    assertThat(tool.attributes().text(Attributes.TOOL_NAME)).isEqualTo("weather");
                    assertThat(tool.attributes().text(Attributes.TOOL_CALL_ID)).isEqualTo("call_1");
                });
        // the requests of streamed calls have lost their trace, and say nothing of a model
        assertThat(OtlpSamples.traces(outcome)).hasSize(1);
    }

    @Test
    void shouldReadWhatLangChain4jRecords() throws Exception {
        Trace trace = trace("langchain4j-observation.jsonl");

        // its listener leaves the scope of a streamed call open: what the thread does next is put below a call that is
        // over
        assertThat(tree(trace)).isEqualTo("""
                        function trip
                          llm chat gpt-4o-mini 120>30
                          llm chat gpt-4o-mini 140>20
                          llm chat gpt-4o-mini 120>30
                            llm chat gone
                          llm chat gpt-4o-mini 140>20""");
        assertThat(calls(trace).stream().map(FrameworkRecordingsTest::facts))
                .containsExactly(
                        "openai gpt-4o-mini gpt-4o-mini-2024-07-18 null ok",
                        "openai gpt-4o-mini gpt-4o-mini-2024-07-18 null ok",
                        "openai gpt-4o-mini gpt-4o-mini-2024-07-18 null ok",
                        "openai gone null null error",
                        "openai gpt-4o-mini gpt-4o-mini-2024-07-18 null ok");
        assertThat(failed(trace).errorType()).endsWith("ModelNotFoundException");
    }

    @Test
    void shouldReadWhatTheOpenTelemetryAgentRecords() throws Exception {
        Trace trace = trace("opentelemetry-javaagent-openai.jsonl");

        assertThat(tree(trace)).isEqualTo("""
                        function Oai.trip
                          embedding embeddings text-embedding-3-small 7>-
                            http POST
                          llm chat gpt-4o-mini 120>30
                            http POST
                          llm chat gpt-4o-mini 140>20
                            http POST
                          llm chat gpt-4o-mini 140>20
                            http POST
                          llm chat gone
                            http POST""");
        assertThat(calls(trace).stream().map(FrameworkRecordingsTest::facts))
                .containsExactly(
                        "openai gpt-4o-mini gpt-4o-mini-2024-07-18 [tool_calls] ok",
                        "openai gpt-4o-mini gpt-4o-mini-2024-07-18 [stop] ok",
                        "openai gpt-4o-mini gpt-4o-mini-2024-07-18 [stop] ok",
                        "openai gone null null error");
        assertThat(calls(trace).get(0).tokens().reasoning()).isEqualTo(8);
        assertThat(calls(trace).get(1).tokens().cacheRead()).isEqualTo(64);
        assertThat(calls(trace).get(2).attributes().get("gen_ai.request.stream"))
                .isEqualTo(true);
    }
}
