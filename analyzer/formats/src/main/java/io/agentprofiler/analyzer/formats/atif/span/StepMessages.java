// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.span;

import io.agentprofiler.analyzer.formats.atif.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Steps as the messages of a prompt, in the shape traces have them: a role and parts. */
final class StepMessages {
    private StepMessages() {}

    /** Returns what somebody said. */
    static Map<String, Object> message(String role, Object content) {
        return message(role, parts(content));
    }

    private static Map<String, Object> message(String role, List<Object> parts) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("role", role);
        message.put("parts", parts);
        return message;
    }

    /** Returns a model's answer with the calls it asks for. */
    static Map<String, Object> answer(Step step) {
        List<Object> parts = parts(step.message());
        for (Step.Call call : step.calls()) {
            Map<String, Object> part = new LinkedHashMap<>();
            part.put("type", "tool_call");
            put(part, "id", call.id());
            put(part, "name", call.tool());
            put(part, "arguments", call.arguments());
            parts.add(part);
        }
        return message("assistant", parts);
    }

    /** Returns what was observed: of a call as its response, else as what the model was told. */
    static Map<String, Object> result(Step.Result result) {
        if (result.callId() == null) {
            return message("user", result.content());
        }
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("type", "tool_call_response");
        part.put("id", result.callId());
        put(part, "response", result.content());
        return message("tool", new ArrayList<>(List.of(part)));
    }

    private static void put(Map<String, Object> part, String name, Object value) {
        if (value != null) {
            part.put(name, value);
        }
    }

    private static List<Object> parts(Object content) {
        List<Object> parts = new ArrayList<>();
        if (content instanceof String text) {
            if (!text.isEmpty()) {
                Map<String, Object> part = new LinkedHashMap<>();
                part.put("type", "text");
                part.put("content", text);
                parts.add(part);
            }
        } else if (content instanceof List<?> list) {
            parts.addAll(list);
        }
        return parts;
    }
}
