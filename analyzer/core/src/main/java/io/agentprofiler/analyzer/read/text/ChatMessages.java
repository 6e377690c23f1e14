// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.text;

import io.agentprofiler.analyzer.base.stat.Unknown;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages of prompts and answers as attributes of spans hold them, by OpenTelemetry's conventions for generative AI: a role, and parts.
 * A field whose value is {@code null} is left out.
 */
public final class ChatMessages {
    private ChatMessages() {}

    /** Returns a message; it holds the list that is given. */
    public static Map<String, Object> message(String role, List<?> parts) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("role", role);
        message.put("parts", parts);
        return message;
    }

    /** Returns a part that is a text. */
    public static Map<String, Object> text(Object content) {
        Map<String, Object> part = part("text");
        part.put("content", content);
        return part;
    }

    /** Returns a part in which a model asks for a tool. */
    public static Map<String, Object> toolCall(Object id, Object name, Object arguments) {
        Map<String, Object> part = part("tool_call");
        Unknown.putKnown(part, "id", id);
        Unknown.putKnown(part, "name", name);
        Unknown.putKnown(part, "arguments", arguments);
        return part;
    }

    /** Returns a part that tells a model what a tool returned. */
    public static Map<String, Object> toolResponse(Object callId, Object response) {
        Map<String, Object> part = part("tool_call_response");
        Unknown.putKnown(part, "id", callId);
        Unknown.putKnown(part, "response", response);
        return part;
    }

    private static Map<String, Object> part(String type) {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("type", type);
        return part;
    }
}
