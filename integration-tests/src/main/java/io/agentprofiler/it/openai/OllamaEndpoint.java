// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai;

import com.sun.net.httpserver.HttpExchange;
import io.agentprofiler.it.openai.script.Reply;
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
 * {@code POST /api/chat} and {@code /api/generate} as Ollama serves them: one line of JSON per part, streamed by default, with two
 * token counts in the last one; and {@code /api/embed}.
 *
 * <p><b>Threading:</b> stateless; called on the server's threads.
 */
final class OllamaEndpoint extends ModelEndpoint {
    private final boolean chat;

    /** Creates the endpoint that answers with messages, {@code chat}, or with texts. */
    OllamaEndpoint(OpenAiServer server, boolean chat) {
        super(server);
        this.chat = chat;
    }

    /** Answers a request for embeddings, with the tokens of its texts. */
    static void embed(HttpExchange http) throws IOException {
        try (http) {
            JsonNode request = Http.readJson(http);
            ObjectNode body = object().put("model", request.path("model").asString(""));
            ArrayNode embeddings = body.putArray("embeddings");
            int tokens = 0;
            for (JsonNode text : request.path("input")) {
                ArrayNode values = embeddings.addArray();
                for (float value : TextVectors.embed(text.asString(""))) {
                    values.add(value);
                }
                tokens += TextVectors.tokens(text.asString(""));
            }
            body.put("total_duration", 4_000_000L).put("load_duration", 1_000_000L);
            Http.sendJson(http, 200, body.put("prompt_eval_count", tokens));
        }
    }

    @Override
    String model(HttpExchange http, JsonNode request) {
        return request.path("model").asString("");
    }

    @Override
    boolean streamed(HttpExchange http, JsonNode request) {
        return request.path("stream").asBoolean(true);
    }

    @Override
    String streamType() {
        return "application/x-ndjson";
    }

    @Override
    ObjectNode error(Reply reply) {
        return object().put("error", reply.text());
    }

    @Override
    ObjectNode whole(Reply reply, String id, String model) {
        return last(body(model, reply.text(), reply.thinking(), reply), reply);
    }

    @Override
    List<byte[]> parts(Reply reply, String id, String model) {
        Reply textOnly = Reply.text("");
        List<ObjectNode> bodies = new ArrayList<>();
        if (reply.thinking() != null) {
            for (String word : ChatBodies.words(reply.thinking())) {
                bodies.add(body(model, "", word, textOnly));
            }
        }
        if (reply.text() != null) {
            for (String word : ChatBodies.words(reply.text())) {
                bodies.add(body(model, word, null, textOnly));
            }
        }
        if (!reply.toolCalls().isEmpty()) {
            bodies.add(body(model, "", null, reply));
        }
        bodies.add(last(body(model, "", null, textOnly), reply));
        return bodies.stream()
                .map(body -> (body + "\n").getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private ObjectNode body(String model, String text, String thinking, Reply calls) {
        ObjectNode body = object().put("model", model).put("created_at", "2023-11-14T22:13:20Z");
        ObjectNode message = chat ? body.putObject("message").put("role", "assistant") : body;
        message.put(chat ? "content" : "response", text == null ? "" : text);
        if (thinking != null) {
            message.put("thinking", thinking);
        }
        if (!calls.toolCalls().isEmpty()) {
            ArrayNode array = message.putArray("tool_calls");
            for (Reply.ToolCall call : calls.toolCalls()) {
                array.addObject().putObject("function").put("name", call.name()).set("arguments", arguments(call));
            }
        }
        return body.put("done", false);
    }

    private static ObjectNode last(ObjectNode body, Reply reply) {
        body.put("done", true).put("done_reason", "stop");
        body.put("total_duration", 4_000_000L).put("load_duration", 1_000_000L);
        body.put("prompt_eval_count", reply.usage().input()).put("prompt_eval_duration", 1_000_000L);
        body.put("eval_count", reply.usage().output()).put("eval_duration", 2_000_000L);
        return body;
    }
}
