// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai;

import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.openai.wire.ChatBodies;
import io.agentprofiler.it.openai.wire.EventStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the models of Bedrock's makers answer to {@code InvokeModel}: each has JSON of its own. The last event of a stream
 * brings what Bedrock adds to it, the metrics.
 *
 * <p><b>Threading:</b> stateless.
 */
enum InvokedModel {
    ANTHROPIC("anthropic.") {
        @Override
        ObjectNode whole(Reply reply, String id) {
            ObjectNode body = object().put("id", id).put("type", "message").put("model", "claude-invoked");
            body.putArray("content").addObject().put("type", "text").put("text", reply.text());
            body.put("stop_reason", "end_turn");
            Usage usage = reply.usage();
            body.putObject("usage")
                    .put("input_tokens", usage.fresh())
                    .put("output_tokens", usage.output())
                    .put("cache_read_input_tokens", Math.max(usage.cached(), 0))
                    .put("cache_creation_input_tokens", Math.max(usage.written(), 0));
            return body;
        }

        @Override
        ObjectNode piece(String text) {
            ObjectNode piece = object().put("type", "content_block_delta").put("index", 0);
            piece.putObject("delta").put("type", "text_delta").put("text", text);
            return piece;
        }

        @Override
        ObjectNode reason() {
            ObjectNode reason = object().put("type", "message_delta");
            reason.putObject("delta").put("stop_reason", "end_turn").putNull("stop_sequence");
            return reason;
        }

        @Override
        ObjectNode last() {
            return object().put("type", "message_stop");
        }
    },
    NOVA("amazon.nova") {
        @Override
        ObjectNode whole(Reply reply, String id) {
            ObjectNode body = object();
            body.putObject("output")
                    .putObject("message")
                    .put("role", "assistant")
                    .putArray("content")
                    .addObject()
                    .put("text", reply.text());
            body.put("stopReason", "end_turn");
            body.putObject("usage")
                    .put("inputTokens", reply.usage().input())
                    .put("outputTokens", reply.usage().output());
            return body;
        }

        @Override
        ObjectNode piece(String text) {
            ObjectNode piece = object();
            piece.putObject("contentBlockDelta").putObject("delta").put("text", text);
            return piece;
        }

        @Override
        ObjectNode reason() {
            ObjectNode reason = object();
            reason.putObject("messageStop").put("stopReason", "end_turn");
            return reason;
        }

        @Override
        ObjectNode last() {
            ObjectNode last = object();
            last.putObject("metadata");
            return last;
        }
    },
    /** Vectors, of as many tokens whatever the text. */
    EMBEDDING("amazon.titan-embed") {
        @Override
        ObjectNode whole(Reply reply, String id) {
            ObjectNode body = object().put("inputTextTokenCount", 3);
            body.putArray("embedding").add(0.25).add(0.5);
            return body;
        }

        @Override
        ObjectNode piece(String text) {
            throw new UnsupportedOperationException("vectors are not streamed");
        }

        @Override
        ObjectNode last() {
            throw new UnsupportedOperationException("vectors are not streamed");
        }
    },
    TITAN("amazon.titan") {
        @Override
        ObjectNode whole(Reply reply, String id) {
            ObjectNode body = object().put("inputTextTokenCount", reply.usage().input());
            body.putArray("results")
                    .addObject()
                    .put("tokenCount", reply.usage().output())
                    .put("outputText", reply.text())
                    .put("completionReason", "FINISH");
            return body;
        }

        @Override
        ObjectNode piece(String text) {
            return object().put("outputText", text).put("index", 0);
        }

        @Override
        ObjectNode last() {
            return object().put("outputText", "").put("completionReason", "FINISH");
        }
    },
    LLAMA("meta.llama") {
        @Override
        ObjectNode whole(Reply reply, String id) {
            return object().put("generation", reply.text())
                    .put("prompt_token_count", reply.usage().input())
                    .put("generation_token_count", reply.usage().output())
                    .put("stop_reason", "stop");
        }

        @Override
        ObjectNode piece(String text) {
            return object().put("generation", text);
        }

        @Override
        ObjectNode last() {
            return object().put("generation", "").put("stop_reason", "stop");
        }
    },
    /** Tokens are in the headers alone. */
    MISTRAL("mistral.") {
        @Override
        ObjectNode whole(Reply reply, String id) {
            ObjectNode body = object();
            body.putArray("outputs").addObject().put("text", reply.text()).put("stop_reason", "stop");
            return body;
        }

        @Override
        ObjectNode piece(String text) {
            ObjectNode piece = object();
            piece.putArray("outputs").addObject().put("text", text).putNull("stop_reason");
            return piece;
        }

        @Override
        ObjectNode last() {
            ObjectNode last = object();
            last.putArray("outputs").addObject().put("text", "").put("stop_reason", "stop");
            return last;
        }
    },
    /** Tokens are in the headers alone. */
    COHERE("cohere.") {
        @Override
        ObjectNode whole(Reply reply, String id) {
            return object().put("generation_id", id).put("text", reply.text()).put("finish_reason", "COMPLETE");
        }

        @Override
        ObjectNode piece(String text) {
            return object().put("is_finished", false).put("text", text);
        }

        @Override
        ObjectNode last() {
            return object().put("is_finished", true).put("finish_reason", "COMPLETE");
        }
    };

    private final String prefix;

    InvokedModel(String prefix) {
        this.prefix = prefix;
    }

    /** Returns whose model it is by its id. */
    static InvokedModel of(String model) {
        for (InvokedModel known : values()) {
            if (model.startsWith(known.prefix)) {
                return known;
            }
        }
        throw new IllegalArgumentException("no model of a maker that is known: " + model);
    }

    /** Answers whether input tokens exclude those of a cache. */
    boolean caches() {
        return this == ANTHROPIC;
    }

    /** Returns the body of an answer that is not streamed. */
    abstract ObjectNode whole(Reply reply, String id);

    /** Returns what brings a part of the text. */
    abstract ObjectNode piece(String text);

    /** Returns the event that says why the model stopped, or null if the last one says it. */
    ObjectNode reason() {
        return null;
    }

    /** Returns what ends a stream. */
    abstract ObjectNode last();

    /** Returns all events of a stream. */
    List<byte[]> parts(Reply reply, String id) {
        List<byte[]> parts = new ArrayList<>();
        for (String word : ChatBodies.words(reply.text())) {
            parts.add(event(piece(word)));
        }
        ObjectNode reason = reason();
        if (reason != null) {
            parts.add(event(reason));
        }
        ObjectNode last = last();
        last.putObject("amazon-bedrock-invocationMetrics")
                .put("inputTokenCount", reply.usage().fresh())
                .put("outputTokenCount", reply.usage().output())
                .put("cacheReadInputTokenCount", Math.max(reply.usage().cached(), 0))
                .put("cacheWriteInputTokenCount", Math.max(reply.usage().written(), 0))
                .put("invocationLatency", 2)
                .put("firstByteLatency", 1);
        parts.add(event(last));
        return parts;
    }

    private static byte[] event(ObjectNode json) {
        byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
        String body =
                object().put("bytes", Base64.getEncoder().encodeToString(bytes)).toString();
        return EventStream.message("chunk", body.getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
