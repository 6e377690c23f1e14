// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.adk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.genai.types.Content;
import com.google.genai.types.FinishReason;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.GenerateContentResponseUsageMetadata;
import com.google.genai.types.Part;
import io.reactivex.rxjava3.core.Flowable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Asks an OpenAI-compatible server; a streamed answer is cut into words. */
final class HttpLlm extends BaseLlm {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newHttpClient();

    HttpLlm(String model) {
        super(model);
    }

    @Override
    public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
        return Flowable.defer(() -> {
            JsonNode answer = ask(request);
            LlmResponse whole = response(answer);
            String text = answer.at("/choices/0/message/content").asText("");
            if (!stream || text.isEmpty()) {
                return Flowable.just(whole);
            }
            List<LlmResponse> parts = new ArrayList<>();
            for (String word : text.split(" ")) {
                parts.add(LlmResponse.builder()
                        .content(content(Part.fromText(word)))
                        .partial(true)
                        .build());
            }
            parts.add(whole);
            return Flowable.fromIterable(parts);
        });
    }

    @Override
    public BaseLlmConnection connect(LlmRequest request) {
        throw new UnsupportedOperationException("live");
    }

    private static Content content(Part... parts) {
        return Content.builder().role("model").parts(parts).build();
    }

    private JsonNode ask(LlmRequest request) throws IOException, InterruptedException {
        ObjectNode body = JSON.createObjectNode().put("model", model());
        ArrayNode messages = body.putArray("messages");
        request.getFirstSystemInstruction()
                .ifPresent(text -> messages.addObject().put("role", "system").put("content", text));
        for (Content content : request.contents()) {
            messages.addObject()
                    .put("role", "model".equals(content.role().orElse("")) ? "assistant" : "user")
                    .put("content", content.text() == null ? "" : content.text());
        }
        HttpRequest post = HttpRequest.newBuilder(
                        URI.create(System.getProperty("openai.baseUrl") + "/chat/completions"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                .build();
        return JSON.readTree(http.send(post, BodyHandlers.ofString()).body());
    }

    private static Map<String, Object> arguments(JsonNode call) {
        try {
            return JSON.readValue(call.path("arguments").asText(), new TypeReference<Map<String, Object>>() {});
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LlmResponse response(JsonNode answer) {
        JsonNode message = answer.at("/choices/0/message");
        JsonNode call = message.at("/tool_calls/0/function");
        Part part = call.isMissingNode()
                ? Part.fromText(message.path("content").asText(""))
                : Part.builder()
                        .functionCall(FunctionCall.builder()
                                .id(message.at("/tool_calls/0/id").asText())
                                .name(call.path("name").asText())
                                .args(arguments(call))
                                .build())
                        .build();
        String thinking = message.path("reasoning_content").asText("");
        Content content = thinking.isEmpty()
                ? content(part)
                : content(Part.builder().text(thinking).thought(true).build(), part);
        JsonNode usage = answer.path("usage");
        int reasoning = usage.at("/completion_tokens_details/reasoning_tokens").asInt();
        return LlmResponse.builder()
                .content(content)
                .finishReason(new FinishReason(FinishReason.Known.STOP))
                .modelVersion(answer.path("model").asText())
                .usageMetadata(GenerateContentResponseUsageMetadata.builder()
                        .promptTokenCount(usage.path("prompt_tokens").asInt())
                        .candidatesTokenCount(usage.path("completion_tokens").asInt() - reasoning)
                        .thoughtsTokenCount(reasoning)
                        .cachedContentTokenCount(
                                usage.at("/prompt_tokens_details/cached_tokens").asInt())
                        .build())
                .build();
    }
}
