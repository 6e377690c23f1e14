// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai;

import com.sun.net.httpserver.HttpExchange;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.openai.wire.ChatBodies;
import io.agentprofiler.it.openai.wire.EventStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code POST /model/<model>/converse} and {@code /converse-stream} as Amazon Bedrock serves them: input tokens exclude
 * cached tokens, and a stream consists of binary {@link EventStream} messages. Signatures are ignored. {@code /invoke} and
 * {@code /invoke-with-response-stream} are answered in the {@linkplain InvokedModel words of the model's maker}.
 *
 * <p><b>Threading:</b> stateless; called on the server's threads.
 */
final class BedrockEndpoint extends ModelEndpoint {
    /** Where all models are. */
    static final String PATH = "/model/";

    BedrockEndpoint(OpenAiServer server) {
        super(server);
    }

    @Override
    String model(HttpExchange http, JsonNode request) {
        String path = http.getRequestURI().getPath();
        return path.substring(PATH.length(), path.lastIndexOf('/'));
    }

    @Override
    boolean streamed(HttpExchange http, JsonNode request) {
        return http.getRequestURI().getPath().endsWith("-stream");
    }

    private static boolean invokes(HttpExchange http) {
        return http.getRequestURI().getPath().contains("/invoke");
    }

    @Override
    void headers(HttpExchange http, Reply reply, String id) {
        if (id == null) {
            http.getResponseHeaders()
                    .set("x-amzn-ErrorType", reply.status() == 429 ? "ThrottlingException" : "ValidationException");
            return;
        }
        http.getResponseHeaders().set("x-amzn-RequestId", id);
        if (invokes(http)) {
            Usage usage = reply.usage();
            int input = InvokedModel.of(model(http, null)).caches() ? usage.fresh() : usage.input();
            http.getResponseHeaders().set("X-Amzn-Bedrock-Input-Token-Count", Integer.toString(input));
            http.getResponseHeaders().set("X-Amzn-Bedrock-Output-Token-Count", Integer.toString(usage.output()));
        }
    }

    @Override
    ObjectNode whole(HttpExchange http, Reply reply, String id, String model) {
        return invokes(http) ? InvokedModel.of(model).whole(reply, id) : whole(reply, id, model);
    }

    @Override
    List<byte[]> parts(HttpExchange http, Reply reply, String id, String model) {
        List<byte[]> parts = invokes(http) ? InvokedModel.of(model).parts(reply, id) : parts(reply, id, model);
        if (reply.cutAfter() >= 0) {
            byte[] why = object().put("message", "no more").toString().getBytes(StandardCharsets.UTF_8);
            parts = new ArrayList<>(parts.subList(0, reply.cutAfter()));
            parts.add(EventStream.exception("modelStreamErrorException", why));
        }
        return parts;
    }

    @Override
    ObjectNode error(Reply reply) {
        return object().put("message", reply.text());
    }

    @Override
    String streamType() {
        return "application/vnd.amazon.eventstream";
    }

    @Override
    ObjectNode whole(Reply reply, String id, String model) {
        ObjectNode body = object();
        ObjectNode message = body.putObject("output").putObject("message");
        ArrayNode content = message.put("role", "assistant").putArray("content");
        if (reply.text() != null) {
            content.addObject().put("text", reply.text());
        }
        for (Reply.ToolCall call : reply.toolCalls()) {
            ObjectNode use = content.addObject().putObject("toolUse");
            use.put("toolUseId", call.id()).put("name", call.name()).set("input", arguments(call));
        }
        body.put("stopReason", stopReason(reply));
        return summary(body, reply.usage());
    }

    @Override
    List<byte[]> parts(Reply reply, String id, String model) {
        List<byte[]> parts = new ArrayList<>();
        add(parts, "messageStart", object().put("role", "assistant"));
        int block = 0;
        if (reply.text() != null) {
            for (String word : ChatBodies.words(reply.text())) {
                ObjectNode event = object().put("contentBlockIndex", block);
                event.putObject("delta").put("text", word);
                add(parts, "contentBlockDelta", event);
            }
            add(parts, "contentBlockStop", object().put("contentBlockIndex", block++));
        }
        for (Reply.ToolCall call : reply.toolCalls()) {
            ObjectNode start = object().put("contentBlockIndex", block);
            start.putObject("start")
                    .putObject("toolUse")
                    .put("toolUseId", call.id())
                    .put("name", call.name());
            add(parts, "contentBlockStart", start);
            ObjectNode event = object().put("contentBlockIndex", block);
            event.putObject("delta").putObject("toolUse").put("input", call.arguments());
            add(parts, "contentBlockDelta", event);
            add(parts, "contentBlockStop", object().put("contentBlockIndex", block++));
        }
        add(parts, "messageStop", object().put("stopReason", stopReason(reply)));
        add(parts, "metadata", summary(object(), reply.usage()));
        return parts;
    }

    private static ObjectNode summary(ObjectNode body, Usage usage) {
        ObjectNode json = body.putObject("usage");
        json.put("inputTokens", usage.fresh()).put("outputTokens", usage.output());
        json.put("totalTokens", usage.input() + usage.output());
        json.put("cacheReadInputTokens", Math.max(usage.cached(), 0));
        json.put("cacheWriteInputTokens", Math.max(usage.written(), 0));
        body.putObject("metrics").put("latencyMs", 1);
        return body;
    }

    private static String stopReason(Reply reply) {
        return reply.toolCalls().isEmpty() ? "end_turn" : "tool_use";
    }

    private static void add(List<byte[]> parts, String type, ObjectNode event) {
        parts.add(EventStream.message(type, event.toString().getBytes(StandardCharsets.UTF_8)));
    }
}
