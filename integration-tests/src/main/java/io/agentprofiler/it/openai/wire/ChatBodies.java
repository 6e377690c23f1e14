// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai.wire;

import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Usage;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON of chat completions: one body, or the chunks of a stream.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class ChatBodies {
    private static final JsonMapper JSON = new JsonMapper();
    private static final long CREATED = 1_700_000_000L;
    private static final int ARGUMENT_CHARS_PER_CHUNK = 8;

    private ChatBodies() {}

    /** Returns the body of an answer that is not streamed. */
    public static String whole(Reply reply, String id, String model) {
        ObjectNode body = head(id, model, "chat.completion");
        ObjectNode choice = body.putArray("choices").addObject();
        choice.put("index", 0);
        ObjectNode message = choice.putObject("message");
        message.put("role", "assistant");
        message.put("content", reply.text());
        if (reply.thinking() != null) {
            message.put("reasoning_content", reply.thinking());
        }
        if (!reply.toolCalls().isEmpty()) {
            ArrayNode calls = message.putArray("tool_calls");
            for (Reply.ToolCall call : reply.toolCalls()) {
                ObjectNode json = calls.addObject();
                json.put("id", call.id()).put("type", "function");
                json.putObject("function").put("name", call.name()).put("arguments", call.arguments());
            }
        }
        choice.put("finish_reason", finishReason(reply));
        if (reply.usage() != null) {
            body.set("usage", reply.usage().toJson());
        }
        return JSON.writeValueAsString(body);
    }

    /** Returns the chunks that carry thinking, text and tool calls: the ones a script's cut and delays count. */
    public static List<String> deltas(Reply reply, String id, String model) {
        List<String> chunks = new ArrayList<>();
        if (reply.thinking() != null) {
            for (String word : words(reply.thinking())) {
                ObjectNode chunk = head(id, model, "chat.completion.chunk");
                delta(chunk).put("reasoning_content", word);
                chunks.add(JSON.writeValueAsString(chunk));
            }
        }
        if (reply.text() != null) {
            for (String word : words(reply.text())) {
                ObjectNode chunk = head(id, model, "chat.completion.chunk");
                delta(chunk).put("content", word);
                chunks.add(JSON.writeValueAsString(chunk));
            }
        }
        for (int i = 0; i < reply.toolCalls().size(); i++) {
            Reply.ToolCall call = reply.toolCalls().get(i);
            ObjectNode first = head(id, model, "chat.completion.chunk");
            toolDelta(first, i)
                    .put("id", call.id())
                    .put("type", "function")
                    .putObject("function")
                    .put("name", call.name())
                    .put("arguments", "");
            chunks.add(JSON.writeValueAsString(first));
            for (String piece : pieces(call.arguments())) {
                ObjectNode chunk = head(id, model, "chat.completion.chunk");
                toolDelta(chunk, i).putObject("function").put("arguments", piece);
                chunks.add(JSON.writeValueAsString(chunk));
            }
        }
        return chunks;
    }

    /** Returns the chunk that opens a stream: the role, no text. */
    public static String opening(String id, String model) {
        ObjectNode chunk = head(id, model, "chat.completion.chunk");
        delta(chunk).put("role", "assistant").put("content", "");
        return JSON.writeValueAsString(chunk);
    }

    /** Returns the chunk that names the finish reason. */
    public static String finish(Reply reply, String id, String model) {
        ObjectNode chunk = head(id, model, "chat.completion.chunk");
        ObjectNode choice = chunk.putArray("choices").addObject();
        choice.put("index", 0).putObject("delta");
        choice.put("finish_reason", finishReason(reply));
        return JSON.writeValueAsString(chunk);
    }

    /** Returns the usage chunk: no choices, as OpenAI sends it. */
    public static String usage(Usage usage, String id, String model) {
        ObjectNode chunk = head(id, model, "chat.completion.chunk");
        chunk.putArray("choices");
        chunk.set("usage", usage.toJson());
        return JSON.writeValueAsString(chunk);
    }

    /** Returns the body of an error. */
    public static String error(int status, String message) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putObject("error")
                .put("message", message)
                .put("type", status == 429 ? "rate_limit_error" : "server_error")
                .put("code", String.valueOf(status));
        return JSON.writeValueAsString(body);
    }

    private static ObjectNode head(String id, String model, String object) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("id", id).put("object", object).put("created", CREATED).put("model", model);
        return body;
    }

    private static ObjectNode delta(ObjectNode chunk) {
        ObjectNode choice = chunk.putArray("choices").addObject();
        choice.put("index", 0);
        ObjectNode delta = choice.putObject("delta");
        choice.putNull("finish_reason");
        return delta;
    }

    private static ObjectNode toolDelta(ObjectNode chunk, int index) {
        return delta(chunk).putArray("tool_calls").addObject().put("index", index);
    }

    private static String finishReason(Reply reply) {
        if (reply.finish() != null) {
            return reply.finish();
        }
        return reply.toolCalls().isEmpty() ? "stop" : "tool_calls";
    }

    /** Splits before each space, so that the pieces put together are the text. */
    public static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int space = text.indexOf(' ', from + 1);
            int to = space < 0 ? text.length() : space;
            words.add(text.substring(from, to));
            from = to;
        }
        return words;
    }

    private static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); from += ARGUMENT_CHARS_PER_CHUNK) {
            pieces.add(text.substring(from, Math.min(text.length(), from + ARGUMENT_CHARS_PER_CHUNK)));
        }
        return pieces;
    }
}
