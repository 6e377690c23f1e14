// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai.script;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A chat completion request, as far as scripts look at it.
 *
 * <p><b>Threading:</b> immutable as long as nobody changes {@code json}.
 *
 * @param json the whole body
 */
public record ChatRequest(JsonNode json) {
    /** Returns the requested model. */
    public String model() {
        return json.path("model").asString("");
    }

    /** Returns whether a stream was requested. */
    public boolean streamed() {
        return json.path("stream").asBoolean(false);
    }

    /** Returns whether a stream shall end with a usage chunk. */
    public boolean usageWanted() {
        return json.path("stream_options").path("include_usage").asBoolean(false);
    }

    /** Returns the text of the last message. */
    public String lastText() {
        JsonNode messages = json.path("messages");
        return messages.isEmpty() ? "" : text(messages.get(messages.size() - 1));
    }

    /** Returns the role of the last message. */
    public String lastRole() {
        JsonNode messages = json.path("messages");
        return messages.isEmpty()
                ? ""
                : messages.get(messages.size() - 1).path("role").asString("");
    }

    /** Returns the text of the last message of the user, {@code ""} if there is none. */
    public String lastUserText() {
        return textOfLast("user");
    }

    /** Returns the text of the system message, {@code ""} if there is none. */
    public String systemText() {
        return textOfLast("system");
    }

    /** Returns whether any message's text contains {@code part}. */
    public boolean mentions(String part) {
        return json.path("messages")
                .valueStream()
                .anyMatch(message -> text(message).contains(part));
    }

    /** Returns the number of tool messages at the end of the conversation. */
    public int trailingToolMessages() {
        List<JsonNode> messages = json.path("messages").valueStream().toList();
        int count = 0;
        while (count < messages.size()
                && "tool"
                        .equals(messages.get(messages.size() - 1 - count)
                                .path("role")
                                .asString(""))) {
            count++;
        }
        return count;
    }

    private String textOfLast(String role) {
        String found = "";
        for (JsonNode message : json.path("messages")) {
            if (role.equals(message.path("role").asString(""))) {
                found = text(message);
            }
        }
        return found;
    }

    /** Returns the text of a message, all its parts concatenated. */
    public static String text(JsonNode message) {
        JsonNode content = message.path("content");
        if (content.isArray()) {
            StringBuilder all = new StringBuilder();
            for (JsonNode part : content) {
                all.append(part.path("text").asString(""));
            }
            return all.toString();
        }
        return content.asString("");
    }
}
