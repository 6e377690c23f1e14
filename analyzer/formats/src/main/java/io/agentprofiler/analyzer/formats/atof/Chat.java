// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atof;

import io.agentprofiler.analyzer.read.text.ChatMessages;
import io.agentprofiler.analyzer.read.tree.Located;
import java.util.ArrayList;
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
            parts.add(ChatMessages.toolResponse(message.get("tool_call_id").value(), content.value()));
        } else if (content.isText()) {
            if (!"".equals(content.value())) {
                parts.add(ChatMessages.text(content.value()));
            }
        } else if (content.isList()) {
            parts.addAll((List<?>) content.value());
        }
        for (Located call : message.get("tool_calls").elements()) {
            Located function = call.get("function").isObject() ? call.get("function") : call;
            parts.add(ChatMessages.toolCall(
                    call.get("id").value(),
                    function.get("name").value(),
                    function.get("arguments").value()));
        }
        return ChatMessages.message(role, parts);
    }
}
