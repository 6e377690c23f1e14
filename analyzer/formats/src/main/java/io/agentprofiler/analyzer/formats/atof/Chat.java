// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atof;

import io.agentprofiler.analyzer.read.tree.Located;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Messages of chat protocols in the form that spans have them: a role, and parts. */
final class Chat {
    private Chat() {}

    /** Returns messages. */
    static List<Object> messages(Located list) {
        List<Object> messages = new ArrayList<>();
        for (Located message : list.elements()) {
            if (message.isObject()) {
                messages.add(message(message, "user"));
            }
        }
        return messages;
    }

    /** Returns what a model answered, {@code null} where the data does not say. */
    static Object answer(Located data) {
        Located answer = data;
        List<Located> choices = data.get("choices").elements();
        if (!choices.isEmpty() && choices.get(0).get("message").isObject()) {
            answer = choices.get(0).get("message");
        } else if (data.get("message").isObject()) {
            answer = data.get("message");
        }
        return answer.isText()
                        || answer.get("content").isThere()
                        || answer.get("tool_calls").isThere()
                ? message(answer, "assistant")
                : null;
    }

    private static Map<String, Object> message(Located message, String usually) {
        List<Object> parts = new ArrayList<>();
        Located content = message.isText() ? message : message.get("content");
        String role =
                message.get("role").isText() ? (String) message.get("role").value() : usually;
        if (role.equals("tool") && content.isThere()) {
            Map<String, Object> part = part("tool_call_response");
            put(part, "id", message.get("tool_call_id").value());
            put(part, "response", content.value());
            parts.add(part);
        } else if (content.isText()) {
            if (!"".equals(content.value())) {
                Map<String, Object> part = part("text");
                part.put("content", content.value());
                parts.add(part);
            }
        } else if (content.isList()) {
            parts.addAll((List<?>) content.value());
        }
        for (Located call : message.get("tool_calls").elements()) {
            Located function = call.get("function").isObject() ? call.get("function") : call;
            Map<String, Object> part = part("tool_call");
            put(part, "id", call.get("id").value());
            put(part, "name", function.get("name").value());
            put(part, "arguments", function.get("arguments").value());
            parts.add(part);
        }
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("role", role);
        said.put("parts", parts);
        return said;
    }

    private static Map<String, Object> part(String type) {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("type", type);
        return part;
    }

    private static void put(Map<String, Object> part, String name, Object value) {
        if (value != null) {
            part.put(name, value);
        }
    }
}
