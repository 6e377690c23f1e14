// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.match;

import io.agentprofiler.analyzer.lab.replay.recording.PromptMessage;
import io.agentprofiler.analyzer.lab.replay.recording.ToolCall;
import io.agentprofiler.shared.schema.ContentText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A message of a request.
 *
 * @param role as in {@link PromptMessage}
 * @param sentRole the role it was sent with: some providers take results of tools as messages of the user
 * @param content what it says, as it was sent
 * @param calls the tool calls of an answer
 * @param callId of the tool call whose result it is; {@code null} for other messages
 */
public record AskedMessage(String role, String sentRole, String content, List<ToolCall> calls, String callId) {
    public AskedMessage {
        calls = List.copyOf(calls);
    }

    /** Returns what it says, without the white space around. */
    public String text() {
        return content.strip();
    }

    /**
     * Returns its length as the trace format counts it.
     *
     * @param bare whether of the text alone
     */
    public long bytes(boolean bare) {
        return (bare ? content : ContentText.ofElement(recorded())).getBytes(StandardCharsets.UTF_8).length;
    }

    private Map<String, Object> recorded() {
        List<Object> parts = new ArrayList<>();
        if (role.equals(PromptMessage.TOOL)) {
            parts.add(part("tool_call_response", "id", callId == null ? "" : callId, "response", content));
        } else if (!content.isEmpty() || calls.isEmpty()) {
            parts.add(part("text", "content", content));
        }
        for (ToolCall call : calls) {
            parts.add(part("tool_call", "id", call.id(), "name", call.name(), "arguments", call.arguments()));
        }
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("role", role);
        message.put("parts", parts);
        return message;
    }

    private static Map<String, Object> part(String type, String... pairs) {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("type", type);
        for (int i = 0; i < pairs.length; i += 2) {
            part.put(pairs[i], pairs[i + 1]);
        }
        return part;
    }
}
