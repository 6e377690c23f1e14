// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai;

import com.sun.net.httpserver.HttpExchange;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.openai.wire.ChatBodies;
import io.agentprofiler.it.openai.wire.Http;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code POST /v1/messages} as Anthropic serves it: input tokens exclude cached tokens, and a stream reports them at its
 * start and, with the output, at its end. What a message would have as input is counted without the script.
 *
 * <p><b>Threading:</b> stateless; called on the server's threads.
 */
final class AnthropicEndpoint extends ModelEndpoint {
    private static final String SIGNATURE = "c2lnbmVk";

    AnthropicEndpoint(OpenAiServer server) {
        super(server);
    }

    /** Answers how many tokens a message would have: always 12. */
    static void count(HttpExchange http) throws IOException {
        try (http) {
            Http.readJson(http);
            Http.sendJson(http, 200, object().put("input_tokens", 12));
        }
    }

    @Override
    String model(HttpExchange http, JsonNode request) {
        return request.path("model").asString("");
    }

    @Override
    boolean streamed(HttpExchange http, JsonNode request) {
        return request.path("stream").asBoolean(false);
    }

    @Override
    String streamType() {
        return "text/event-stream";
    }

    @Override
    ObjectNode whole(Reply reply, String id, String model) {
        ObjectNode body = message(id, model, reply);
        ArrayNode content = (ArrayNode) body.path("content");
        if (reply.thinking() != null) {
            content.addObject()
                    .put("type", "thinking")
                    .put("thinking", reply.thinking())
                    .put("signature", SIGNATURE);
        }
        if (reply.text() != null) {
            content.addObject().put("type", "text").put("text", reply.text());
        }
        for (Reply.ToolCall call : reply.toolCalls()) {
            content.addObject()
                    .put("type", "tool_use")
                    .put("id", call.id())
                    .put("name", call.name())
                    .set("input", arguments(call));
        }
        body.put("stop_reason", stopReason(reply));
        body.set("usage", usage(reply.usage(), reply.usage().output()));
        return body;
    }

    @Override
    List<byte[]> parts(Reply reply, String id, String model) {
        List<byte[]> parts = new ArrayList<>();
        ObjectNode message = message(id, model, reply);
        message.putNull("stop_reason");
        message.set("usage", usage(reply.usage(), 1));
        ObjectNode start = object();
        start.set("message", message);
        add(parts, "message_start", start);
        int index = 0;
        if (reply.thinking() != null) {
            ObjectNode block =
                    object().put("type", "thinking").put("thinking", "").put("signature", "");
            add(parts, "content_block_start", blockEvent(index, "content_block", block));
            for (String word : ChatBodies.words(reply.thinking())) {
                ObjectNode delta = object().put("type", "thinking_delta").put("thinking", word);
                add(parts, "content_block_delta", blockEvent(index, "delta", delta));
            }
            ObjectNode signature = object().put("type", "signature_delta").put("signature", SIGNATURE);
            add(parts, "content_block_delta", blockEvent(index, "delta", signature));
            add(parts, "content_block_stop", object().put("index", index++));
        }
        if (reply.text() != null) {
            ObjectNode block = object().put("type", "text").put("text", "");
            add(parts, "content_block_start", blockEvent(index, "content_block", block));
            for (String word : ChatBodies.words(reply.text())) {
                ObjectNode delta = object().put("type", "text_delta").put("text", word);
                add(parts, "content_block_delta", blockEvent(index, "delta", delta));
            }
            add(parts, "content_block_stop", object().put("index", index++));
        }
        for (Reply.ToolCall call : reply.toolCalls()) {
            ObjectNode block =
                    object().put("type", "tool_use").put("id", call.id()).put("name", call.name());
            block.putObject("input");
            add(parts, "content_block_start", blockEvent(index, "content_block", block));
            ObjectNode delta = object().put("type", "input_json_delta").put("partial_json", call.arguments());
            add(parts, "content_block_delta", blockEvent(index, "delta", delta));
            add(parts, "content_block_stop", object().put("index", index++));
        }
        ObjectNode end = object();
        end.putObject("delta").put("stop_reason", stopReason(reply)).putNull("stop_sequence");
        end.set("usage", usage(reply.usage(), reply.usage().output()));
        add(parts, "message_delta", end);
        add(parts, "message_stop", object());
        return parts;
    }

    private static ObjectNode message(String id, String model, Reply reply) {
        ObjectNode message = object();
        message.put("id", id).put("type", "message").put("role", "assistant");
        message.put("model", reply.model() == null ? model : reply.model());
        message.putArray("content");
        message.putNull("stop_sequence");
        return message;
    }

    private static ObjectNode usage(Usage usage, int output) {
        ObjectNode json = object();
        json.put("input_tokens", usage.fresh()).put("output_tokens", output);
        json.put("cache_read_input_tokens", Math.max(usage.cached(), 0));
        json.put("cache_creation_input_tokens", Math.max(usage.written(), 0));
        return json;
    }

    private static String stopReason(Reply reply) {
        return reply.toolCalls().isEmpty() ? "end_turn" : "tool_use";
    }

    private static ObjectNode blockEvent(int index, String name, ObjectNode block) {
        ObjectNode event = object().put("index", index);
        event.set(name, block);
        return event;
    }

    private static void add(List<byte[]> parts, String type, ObjectNode event) {
        event.put("type", type);
        parts.add(("event: " + type + "\ndata: " + event + "\n\n").getBytes(StandardCharsets.UTF_8));
    }
}
