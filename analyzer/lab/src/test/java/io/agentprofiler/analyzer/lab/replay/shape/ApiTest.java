// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.match.Asked;
import io.agentprofiler.analyzer.lab.replay.match.Asked.AskedTool;
import io.agentprofiler.analyzer.lab.replay.match.AskedMessage;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Operation;
import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.shared.schema.Attributes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ApiTest {
    private static final String ARGUMENTS = "{\"city\":\"Oslo\"}";

    private static AskedMessage message(String role, String text) {
        return new AskedMessage(role, role, text, List.of(), null);
    }

    private static AskedMessage result(String id, String text) {
        return new AskedMessage("tool", "tool", text, List.of(), id);
    }

    private static Asked asked(boolean streamed) {
        List<ToolCall> calls = List.of(
                new ToolCall("c1", "weather", ARGUMENTS, ARGUMENTS.length()), new ToolCall("c2", "time", "{}", 2));
        return Asked.chat(
                "m",
                List.of(
                        message("system", "Be brief."),
                        message("user", "Weather and time?"),
                        new AskedMessage("assistant", "assistant", "", calls, null),
                        result("c1", "sunny"),
                        result("c2", "noon"),
                        message("assistant", "Sunny, noon."),
                        message("user", "Thanks.")),
                Map.of("weather", new AskedTool("of a city", Map.of("type", "object", "properties", Map.of()))),
                null,
                Map.of(Attributes.REQUEST_TEMPERATURE, 0.5, Attributes.REQUEST_MAX_TOKENS, 40.0),
                streamed);
    }

    private static String body(Api api, boolean streamed) {
        return new String(api.shape(Operation.CHAT).request(asked(streamed)), StandardCharsets.UTF_8);
    }

    @Test
    void shouldWriteRequestsAsEachProviderHasThem() {
        assertThat(body(Api.OPENAI, true))
                .isEqualTo("{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},"
                        + "{\"role\":\"user\",\"content\":\"Weather and time?\"},{\"role\":\"assistant\",\"content\":null,\"tool_calls\":["
                        + "{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"weather\",\"arguments\":\"{\\\"city\\\":\\\"Oslo\\\"}\"}},"
                        + "{\"id\":\"c2\",\"type\":\"function\",\"function\":{\"name\":\"time\",\"arguments\":\"{}\"}}]},"
                        + "{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"sunny\"},{\"role\":\"tool\",\"tool_call_id\":\"c2\","
                        + "\"content\":\"noon\"},{\"role\":\"assistant\",\"content\":\"Sunny, noon.\"},{\"role\":\"user\",\"content\":\"Thanks.\"}],"
                        + "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"weather\",\"description\":\"of a city\",\"parameters\":"
                        + schema() + "}}],\"max_tokens\":40,\"temperature\":0.5,\"stream\":true,"
                        + "\"stream_options\":{\"include_usage\":true}}");
        assertThat(body(Api.ANTHROPIC, true))
                .isEqualTo(
                        "{\"model\":\"m\",\"max_tokens\":40,\"temperature\":0.5,\"system\":[{\"type\":\"text\",\"text\":\"Be brief.\"}],"
                                + "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Weather and time?\"}]},"
                                + "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"weather\",\"input\":{\"city\":\"Oslo\"}},"
                                + "{\"type\":\"tool_use\",\"id\":\"c2\",\"name\":\"time\",\"input\":{}}]},"
                                + "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"c1\",\"content\":\"sunny\"},"
                                + "{\"type\":\"tool_result\",\"tool_use_id\":\"c2\",\"content\":\"noon\"}]},"
                                + "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"Sunny, noon.\"}]},"
                                + "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Thanks.\"}]}],"
                                + "\"tools\":[{\"name\":\"weather\",\"description\":\"of a city\",\"input_schema\":"
                                + schema()
                                + "}],\"stream\":true}");
        assertThat(body(Api.OLLAMA, false))
                .isEqualTo("{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},"
                        + "{\"role\":\"user\",\"content\":\"Weather and time?\"},{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":["
                        + "{\"function\":{\"name\":\"weather\",\"arguments\":{\"city\":\"Oslo\"}}},{\"function\":{\"name\":\"time\","
                        + "\"arguments\":{}}}]},{\"role\":\"tool\",\"content\":\"sunny\",\"tool_name\":\"weather\"},"
                        + "{\"role\":\"tool\",\"content\":\"noon\",\"tool_name\":\"time\"},{\"role\":\"assistant\",\"content\":\"Sunny, noon.\"},"
                        + "{\"role\":\"user\",\"content\":\"Thanks.\"}],\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"weather\","
                        + "\"description\":\"of a city\",\"parameters\":" + schema()
                        + "}}],\"options\":{\"num_predict\":40,\"temperature\":0.5},\"stream\":false}");
    }

    @Test
    void shouldWriteRequestsAsGeminiHasThem() {
        assertThat(body(Api.GEMINI, true))
                .isEqualTo("{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"Weather and time?\"}]},"
                        + "{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":\"weather\",\"args\":{\"city\":\"Oslo\"}}},"
                        + "{\"functionCall\":{\"name\":\"time\",\"args\":{}}}]},"
                        + "{\"role\":\"user\",\"parts\":[{\"functionResponse\":{\"name\":\"weather\",\"response\":{\"result\":\"sunny\"}}},"
                        + "{\"functionResponse\":{\"name\":\"time\",\"response\":{\"result\":\"noon\"}}}]},"
                        + "{\"role\":\"model\",\"parts\":[{\"text\":\"Sunny, noon.\"}]},"
                        + "{\"role\":\"user\",\"parts\":[{\"text\":\"Thanks.\"}]}],"
                        + "\"systemInstruction\":{\"parts\":[{\"text\":\"Be brief.\"}]},"
                        + "\"tools\":[{\"functionDeclarations\":[{\"name\":\"weather\",\"description\":\"of a city\",\"parametersJsonSchema\":"
                        + schema() + "}]}],\"generationConfig\":{\"maxOutputTokens\":40,\"temperature\":0.5}}");
        assertThat(Api.GEMINI.shape(Operation.CHAT).path("gemini 2/x", true))
                .isEqualTo("/v1beta/models/gemini%202%2Fx:streamGenerateContent?alt=sse");
        assertThat(Api.GEMINI.shape(Operation.CHAT).path("g", false)).isEqualTo("/v1beta/models/g:generateContent");
        assertThat(Api.GEMINI.shape(Operation.EMBEDDING).path("e", false))
                .isEqualTo("/v1beta/models/e:batchEmbedContents");
    }

    /** Its clients write names in two ways, types in upper case, and results of tools as objects of their own. */
    @Test
    void shouldReadWhatClientsOfGeminiWrite() {
        Asked asked = Shapes.of("/v1/projects/p/publishers/google/models/gemini-2.5-pro:streamGenerateContent")
                .asked(Json.object("""
                        {"system_instruction": {"parts": [{"text": "Be"}, {"text": "brief."}]},
                         "contents": [
                          {"role": "user", "parts": [{"text": "Look:"}, {"inlineData": {"mimeType": "image/png", "data": ""}}]},
                          {"role": "model", "parts": [{"text": "Hm.", "thought": true},
                                                      {"functionCall": {"id": "f1", "name": "look", "args": {"at": 1}}}]},
                          {"role": "user", "parts": [{"functionResponse": {"id": "f1", "name": "look", "response": {"output": "a cat"}}},
                                                     {"functionResponse": {"name": "count", "response": {"n": 2, "of": "cats"}}}]}],
                         "tools": [{"functionDeclarations": [{"name": "look", "parameters":
                            {"type": "OBJECT", "properties": {"at": {"type": "INTEGER"}}}}]}, {"googleSearch": {}}],
                         "generation_config": {"topK": 3, "responseMimeType": "application/json"}}
                        """.getBytes(StandardCharsets.UTF_8)));

        assertThat(asked.model()).isEqualTo("gemini-2.5-pro");
        assertThat(asked.streamed()).isTrue();
        assertThat(asked.messages())
                .extracting(AskedMessage::role, AskedMessage::content)
                .containsExactly(
                        tuple("system", "Be\nbrief."),
                        tuple("user", "Look:\n[media]"),
                        tuple("assistant", ""),
                        tuple("tool", "a cat"),
                        tuple("tool", "{\"n\":2,\"of\":\"cats\"}"));
        assertThat(asked.messages().get(2).calls()).containsExactly(new ToolCall("f1", "look", "{\"at\":1}", 8));
        assertThat(asked.messages().get(3).callId()).isEqualTo("f1");
        assertThat(asked.tools())
                .isEqualTo(Map.of(
                        "look",
                        new AskedTool(
                                null,
                                Map.of("type", "object", "properties", Map.of("at", Map.of("type", "integer"))))));
        assertThat(asked.parameters()).isEqualTo(Map.of(Attributes.REQUEST_TOP_K, 3.0));
        assertThat(asked.schema()).isEqualTo(Map.of("type", "object"));
    }

    @Test
    void shouldKnowGeminiByTheEndOfItsPaths() {
        assertThat(Shapes.of("/v1beta/models/g:generateContent")).isEqualTo(new GeminiContent("g", false));
        assertThat(Shapes.of("/v1beta/models/e:embedContent")).isEqualTo(new GeminiEmbeddings("e", true));
        assertThat(Shapes.of("/v1beta/models/g:countTokens")).isNull();
        Asked one = Shapes.of("/v1beta/models/e:embedContent")
                .asked(Json.object("{\"content\":{\"parts\":[{\"text\":\"a\"}]},\"outputDimensionality\":8}"
                        .getBytes(StandardCharsets.UTF_8)));
        assertThat(one).isEqualTo(Asked.embedding("e", List.of("a"), 8, false));
    }

    /** The order of a map of two is the JVM's. */
    private static String schema() {
        String body = body(Api.OLLAMA, true);
        int at = body.indexOf("\"parameters\":") + "\"parameters\":".length();
        return body.substring(at, body.indexOf("}}]", at));
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadWhatItWrites(Api api) {
        for (boolean streamed : new boolean[] {true, false}) {
            ClientShape shape = api.shape(Operation.CHAT);
            Shape reading = reading(shape, "m", streamed);

            Asked read = reading.asked(Json.object(shape.request(asked(streamed))));

            Asked asked = asked(streamed);
            assertThat(read.model()).isEqualTo(asked.model());
            assertThat(read.streamed()).isEqualTo(streamed);
            assertThat(read.tools()).isEqualTo(asked.tools());
            assertThat(read.parameters()).isEqualTo(asked.parameters());
            assertThat(read.messages()).extracting(AskedMessage::role).containsExactlyElementsOf(roles(asked));
            assertThat(read.messages()).extracting(AskedMessage::content).containsExactlyElementsOf(contents(asked));
            assertThat(read.messages().get(2).calls())
                    .extracting(ToolCall::name, ToolCall::arguments)
                    .containsExactlyElementsOf(asked.messages().get(2).calls().stream()
                            .map(call -> tuple(call.name(), call.arguments()))
                            .toList());
        }
        ClientShape shape = api.shape(Operation.EMBEDDING);
        if (shape != null) {
            Asked embedding = Asked.embedding("e", List.of("a", "b"), Unknown.LONG, false);
            assertThat(reading(shape, "e", false).asked(Json.object(shape.request(embedding))))
                    .isEqualTo(embedding);
        }
    }

    /** A server knows the shape by the path, which may say more than the body. */
    private static Shape reading(ClientShape shape, String model, boolean streamed) {
        return Shapes.of(shape.path(model, streamed).replaceFirst("\\?.*", ""));
    }

    private static List<String> roles(Asked asked) {
        return asked.messages().stream().map(AskedMessage::role).toList();
    }

    private static List<String> contents(Asked asked) {
        return asked.messages().stream().map(AskedMessage::content).toList();
    }

    @Test
    void shouldReadTokensAsEachProviderCountsThem() {
        long no = Unknown.LONG;
        assertThat(tokens(
                        Api.OPENAI,
                        "{'usage':{'prompt_tokens':9,'completion_tokens':4,'prompt_tokens_details':{'cached_tokens':5},"
                                + "'completion_tokens_details':{'reasoning_tokens':1}}}"))
                .isEqualTo(new Tokens(9, 4, 5, no, 1));
        // what is cached stands beside the input tokens there
        assertThat(tokens(
                        Api.ANTHROPIC,
                        "{'message':{'usage':{'input_tokens':3,'output_tokens':1,'cache_read_input_tokens':5,"
                                + "'cache_creation_input_tokens':2}}}"))
                .isEqualTo(new Tokens(10, 1, 5, 2, no));
        assertThat(tokens(Api.ANTHROPIC, "{'usage':{'output_tokens':7}}")).isEqualTo(new Tokens(no, 7, no, no, no));
        assertThat(tokens(Api.OLLAMA, "{'prompt_eval_count':9,'eval_count':4}"))
                .isEqualTo(new Tokens(9, 4, no, no, no));
        // reasoning stands beside the answer there
        assertThat(tokens(
                        Api.GEMINI,
                        "{'usageMetadata':{'promptTokenCount':9,'candidatesTokenCount':4,'thoughtsTokenCount':3,"
                                + "'cachedContentTokenCount':5,'totalTokenCount':16}}"))
                .isEqualTo(new Tokens(9, 7, 5, no, 3));
        assertThat(tokens(Api.GEMINI, "{'candidates':[]}")).isEqualTo(Tokens.NONE);
        assertThat(tokens(Api.OLLAMA, "{'done':false}")).isEqualTo(Tokens.NONE);
    }

    private static Tokens tokens(Api api, String json) {
        return api.shape(Operation.CHAT)
                .tokens(Json.object(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void shouldKnowTheApiOfAProvider() {
        assertThat(List.of("anthropic", "ollama", "openai", "mistral_ai", "gcp.gemini", "gcp.gen_ai").stream()
                        .map(Api::of))
                .containsExactly(Api.ANTHROPIC, Api.OLLAMA, Api.OPENAI, Api.OPENAI, Api.GEMINI, Api.GEMINI);
        assertThat(Api.of(null)).isEqualTo(Api.OPENAI);
        assertThat(Api.isForeign("gcp.gemini")).isFalse();
        assertThat(Api.isForeign("gcp.vertex_ai")).isTrue();
        assertThat(Api.GEMINI.headers("k")).isEqualTo(Map.of("x-goog-api-key", "k"));
        assertThat(Api.isForeign("mistral_ai")).isFalse();
        assertThat(Api.ANTHROPIC.headers("k")).isEqualTo(Map.of("anthropic-version", "2023-06-01", "x-api-key", "k"));
        assertThat(Api.OLLAMA.headers(null)).isEmpty();
    }
}
