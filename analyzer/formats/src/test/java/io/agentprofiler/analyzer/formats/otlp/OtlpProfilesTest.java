// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The names that each vocabulary has. */
class OtlpProfilesTest {
    @TempDir
    private Path directory;

    private Path run;

    @BeforeEach
    void record() {
        run = WeatherRun.recorded().footer().write(directory.resolve("run/segment-000001.jsonl"));
    }

    @Test
    void shouldSpeakOpenInference() throws IOException {
        Decoded decoded = Decoded.export(directory, run, "--profile", "openinference", "--content");

        assertThat(Decoded.attributes(decoded.span("chat gpt-4o")))
                .contains(
                        entry("openinference.span.kind", "LLM"),
                        entry("llm.model_name", "gpt-4o-2024-08-06"),
                        entry("llm.request.model_name", "gpt-4o"),
                        entry("llm.response.model_name", "gpt-4o-2024-08-06"),
                        entry("llm.provider", "openai"),
                        entry("llm.system", "openai"),
                        entry("llm.invocation_parameters", "{\"temperature\":0.5,\"max_tokens\":100}"),
                        entry("llm.token_count.prompt", 300L),
                        entry("llm.token_count.completion", 20L),
                        entry("llm.token_count.total", 320L),
                        entry("llm.token_count.prompt_details.cache_read", 100L),
                        entry("llm.cost.prompt", 0.000625),
                        entry("llm.cost.completion", 0.0002),
                        entry("llm.cost.total", 0.000825),
                        entry("llm.finish_reason", "tool_calls"),
                        entry("session.id", "c-1"),
                        entry("llm.input_messages.0.message.role", "system"),
                        entry("llm.input_messages.0.message.content", "be brief"),
                        entry("llm.input_messages.1.message.role", "user"),
                        entry("llm.input_messages.1.message.content", "rain?"),
                        entry("llm.output_messages.0.message.role", "assistant"),
                        entry("llm.output_messages.0.message.tool_calls.0.tool_call.id", "t1"),
                        entry("llm.output_messages.0.message.tool_calls.0.tool_call.function.name", "rain"),
                        entry(
                                "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments",
                                "{\"city\":\"Bonn\"}"),
                        entry("input.mime_type", "application/json"))
                .doesNotContainKeys(
                        "gen_ai.request.model",
                        "gen_ai.usage.input_tokens",
                        "gen_ai.input.messages",
                        "gen_ai.request.stream");
        assertThat(Decoded.attributes(decoded.span("execute_tool rain")))
                .contains(
                        entry("openinference.span.kind", "TOOL"),
                        entry("tool.name", "rain"),
                        entry("tool.id", "t1"),
                        entry("tool.parameters", "{\"city\":\"Bonn\"}"),
                        entry("input.value", "{\"city\":\"Bonn\"}"))
                .doesNotContainKeys("gen_ai.tool.name", "gen_ai.tool.call.id");
        assertThat(decoded.span("execute_tool rain").getStatus().getMessage()).isEqualTo("no sky");
        assertThat(Decoded.attributes(decoded.span("invoke_agent Weather")))
                .contains(entry("openinference.span.kind", "AGENT"), entry("agent.name", "Weather"));
        assertThat(decoded.requests().get(0).getScopeSpans(0).getSchemaUrl()).isEmpty();
        assertThat(Decoded.attributes(decoded.requests().get(0).getResource().getAttributesList()))
                .contains(entry("openinference.project.name", "shop"));
    }

    @Test
    void shouldSpeakBothUnlessAskedOtherwise() throws IOException {
        Map<String, Object> call =
                Decoded.attributes(Decoded.export(directory, run).span("chat gpt-4o"));

        assertThat(call)
                .contains(
                        entry("gen_ai.usage.input_tokens", 300L),
                        entry("llm.token_count.prompt", 300L),
                        entry("openinference.span.kind", "LLM"));
        assertThat(call.keySet()).noneMatch(name -> name.startsWith("langfuse."));
    }

    @Test
    void shouldSpeakLangfuse() throws IOException {
        Decoded decoded = Decoded.export(directory, run, "--profile", "langfuse");

        assertThat(Decoded.attributes(decoded.span("chat gpt-4o")))
                .contains(
                        entry("gen_ai.usage.input_tokens", 300L),
                        entry("langfuse.observation.type", "generation"),
                        entry("langfuse.observation.completion_start_time", "2025-06-15T15:06:40.110Z"),
                        entry(
                                "langfuse.observation.cost_details",
                                "{\"input\":0.000625,\"output\":0.0002,\"total\":0.000825}"))
                .doesNotContainKey("openinference.span.kind");
        assertThat(Decoded.attributes(decoded.span("invoke_agent Weather")))
                .contains(
                        entry("langfuse.observation.type", "agent"),
                        entry("langfuse.trace.name", "invoke_agent Weather"),
                        entry("session.id", "c-1"));
        assertThat(Decoded.attributes(decoded.span("execute_tool rain")))
                .contains(
                        entry("langfuse.observation.level", "ERROR"),
                        entry("langfuse.observation.status_message", "java.io.IOException"));
    }
}
