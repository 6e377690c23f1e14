// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.demo;

import io.agentprofiler.it.openai.script.ChatRequest;
import io.agentprofiler.it.openai.script.Reply;
import io.agentprofiler.it.openai.script.Usage;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import tools.jackson.databind.JsonNode;

/**
 * Gives scripted replies the delays of a small hosted model and usage that grows with the prompt, including what a prompt cache
 * would have saved.
 *
 * <p><b>Threading:</b> called on the server's threads, several at a time.
 */
final class SmallModel {
    private static final int CHARS_PER_TOKEN = 4;
    private static final int CACHE_BLOCK = 64;
    private static final Duration FIRST_BYTE = Duration.ofMillis(180);
    private static final Duration PER_CHUNK = Duration.ofMillis(12);

    private final ConcurrentMap<String, String> lastPromptOf = new ConcurrentHashMap<>();

    /** Returns a reply of text. */
    Reply text(ChatRequest request, String text) {
        return reply(request, Reply.text(text), text.length() / CHARS_PER_TOKEN);
    }

    /** Returns {@code reply} with usage and delays. */
    Reply reply(ChatRequest request, Reply reply, int outputTokens) {
        String prompt = request.json().path("tools") + prompt(request.json().path("messages"));
        String conversation =
                request.systemText() + firstUserText(request.json().path("messages"));
        String last = lastPromptOf.put(conversation, prompt);
        int cached = last == null ? 0 : commonPrefix(last, prompt) / CHARS_PER_TOKEN / CACHE_BLOCK * CACHE_BLOCK;
        return reply.withUsage(new Usage(prompt.length() / CHARS_PER_TOKEN, outputTokens, cached, 0))
                .withDelays(FIRST_BYTE, PER_CHUNK);
    }

    private static String prompt(JsonNode messages) {
        StringBuilder prompt = new StringBuilder();
        messages.forEach(message -> prompt.append(message));
        return prompt.toString();
    }

    private static String firstUserText(JsonNode messages) {
        for (JsonNode message : messages) {
            if (message.path("role").asString("").equals("user")) {
                return message.path("content").toString();
            }
        }
        return "";
    }

    private static int commonPrefix(String a, String b) {
        int length = Math.min(a.length(), b.length());
        int i = 0;
        while (i < length && a.charAt(i) == b.charAt(i)) {
            i++;
        }
        return i;
    }
}
