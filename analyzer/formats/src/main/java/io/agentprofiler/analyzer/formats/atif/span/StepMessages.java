// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.span;

import io.agentprofiler.analyzer.formats.atif.Step;
import io.agentprofiler.analyzer.read.text.ChatMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Steps as the messages of a prompt, in the shape traces have them: a role and parts. */
final class StepMessages {
    private StepMessages() {}

    /** Returns what somebody said. */
    static Map<String, Object> message(String role, Object content) {
        return ChatMessages.message(role, parts(content));
    }

    /** Returns a model's answer with the calls it asks for. */
    static Map<String, Object> answer(Step step) {
        List<Object> parts = parts(step.message());
        for (Step.Call call : step.agent().calls()) {
            parts.add(ChatMessages.toolCall(call.id(), call.tool(), call.arguments()));
        }
        return ChatMessages.message("assistant", parts);
    }

    /** Returns what was observed: of a call as its response, else as what the model was told. */
    static Map<String, Object> result(Step.Result result) {
        if (result.callId() == null) {
            return message("user", result.content());
        }
        Map<String, Object> response = ChatMessages.toolResponse(result.callId(), result.content());
        return ChatMessages.message("tool", new ArrayList<>(List.of(response)));
    }

    private static List<Object> parts(Object content) {
        List<Object> parts = new ArrayList<>();
        if (content instanceof String text) {
            if (!text.isEmpty()) {
                parts.add(ChatMessages.text(text));
            }
        } else if (content instanceof List<?> list) {
            parts.addAll(list);
        }
        return parts;
    }
}
