// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai;

import com.sun.net.httpserver.HttpExchange;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.openai.wire.ChatBodies;
import io.agentprofiler.it.openai.wire.Http;
import io.agentprofiler.it.openai.wire.TextVectors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code POST /v1beta/models/<model>:generateContent} and {@code :streamGenerateContent} as Google's Gemini API serves them:
 * answer tokens exclude reasoning, and every part of a stream reports the usage so far. Embeddings, {@code :batchEmbedContents}, report none.
 *
 * <p><b>Threading:</b> stateless; called on the server's threads.
 */
final class GeminiEndpoint extends ModelEndpoint {
    private static final String MODELS = "/models/";

    /** Where all models are, for older clients and newer ones. */
    static final List<String> PATHS = List.of("/v1beta" + MODELS, "/v1" + MODELS);

    GeminiEndpoint(OpenAiServer server) {
        super(server);
    }

    @Override
    public void handle(HttpExchange http) throws IOException {
        if (http.getRequestURI().getPath().endsWith(":batchEmbedContents")) {
            embed(http);
        } else {
            super.handle(http);
        }
    }

    private static void embed(HttpExchange http) throws IOException {
        try (http) {
            ObjectNode body = object();
            ArrayNode embeddings = body.putArray("embeddings");
            for (JsonNode request : Http.readJson(http).path("requests")) {
                ArrayNode values = embeddings.addObject().putArray("values");
                for (float value : TextVectors.embed(request.path("content")
                        .path("parts")
                        .path(0)
                        .path("text")
                        .asString(""))) {
                    values.add(value);
                }
            }
            Http.sendJson(http, 200, body);
        }
    }

    @Override
    String model(HttpExchange http, JsonNode request) {
        String path = http.getRequestURI().getPath();
        return path.substring(path.indexOf(MODELS) + MODELS.length(), path.indexOf(':'));
    }

    @Override
    boolean streamed(HttpExchange http, JsonNode request) {
        return http.getRequestURI().getPath().endsWith(":streamGenerateContent");
    }

    @Override
    String streamType() {
        return "text/event-stream";
    }

    @Override
    ObjectNode whole(Reply reply, String id, String model) {
        ObjectNode body = body(id, model, reply);
        ArrayNode parts = content(body);
        if (reply.text() != null) {
            parts.addObject().put("text", reply.text());
        }
        calls(parts, reply);
        finish(body, reply);
        return body;
    }

    @Override
    List<byte[]> parts(Reply reply, String id, String model) {
        List<ObjectNode> bodies = new ArrayList<>();
        if (reply.text() != null) {
            for (String word : ChatBodies.words(reply.text())) {
                ObjectNode body = body(id, model, reply);
                content(body).addObject().put("text", word);
                usage(body, reply.usage(), 1);
                bodies.add(body);
            }
        }
        if (!reply.toolCalls().isEmpty()) {
            ObjectNode body = body(id, model, reply);
            calls(content(body), reply);
            bodies.add(body);
        }
        finish(bodies.get(bodies.size() - 1), reply);
        return bodies.stream()
                .map(body -> ("data: " + body + "\n\n").getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static ObjectNode body(String id, String model, Reply reply) {
        return object().put("responseId", id).put("modelVersion", reply.model() == null ? model : reply.model());
    }

    private static ArrayNode content(ObjectNode body) {
        ObjectNode content =
                body.putArray("candidates").addObject().put("index", 0).putObject("content");
        return content.put("role", "model").putArray("parts");
    }

    private static void calls(ArrayNode parts, Reply reply) {
        for (Reply.ToolCall call : reply.toolCalls()) {
            parts.addObject().putObject("functionCall").put("name", call.name()).set("args", arguments(call));
        }
    }

    private static void finish(ObjectNode body, Reply reply) {
        ((ObjectNode) body.path("candidates").get(0)).put("finishReason", "STOP");
        usage(body, reply.usage(), reply.usage().answered());
    }

    private static void usage(ObjectNode body, Usage usage, int answered) {
        ObjectNode json = body.putObject("usageMetadata");
        json.put("promptTokenCount", usage.input());
        if (answered > 0 || usage.reasoning() <= 0) {
            // an answer that ends while the model thinks has no count
            json.put("candidatesTokenCount", answered);
        }
        if (usage.cached() >= 0) {
            json.put("cachedContentTokenCount", usage.cached());
        }
        if (usage.reasoning() >= 0) {
            json.put("thoughtsTokenCount", usage.reasoning());
        }
        json.put("totalTokenCount", usage.input() + answered + Math.max(usage.reasoning(), 0));
    }
}
