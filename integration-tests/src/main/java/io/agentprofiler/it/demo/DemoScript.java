// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.demo;

import io.agentprofiler.it.openai.ChatRequest;
import io.agentprofiler.it.openai.Reply;
import io.agentprofiler.it.openai.Script;
import io.agentprofiler.it.openai.Usage;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import tools.jackson.databind.JsonNode;

/**
 * The embedded model: answers the four questions of the demo with the delays of a small hosted model, and reports usage
 * that grows with the prompt, including what a prompt cache would have saved.
 *
 * <p><b>Threading:</b> called on the server's threads, several at a time.
 */
final class DemoScript {
    private static final int CHARS_PER_TOKEN = 4;
    private static final int CACHE_BLOCK = 64;
    private static final Duration FIRST_BYTE = Duration.ofMillis(180);
    private static final Duration PER_CHUNK = Duration.ofMillis(12);

    private final ConcurrentMap<String, String> lastPromptOf = new ConcurrentHashMap<>();

    /** Adds the demo's rules to {@code script}. */
    void addTo(Script script) {
        script.when(
                request -> request.lastRole().equals("tool")
                        && request.lastUserText().contains("4711"),
                request -> text(
                        request,
                        "Your espresso machine was sent yesterday and arrives on Thursday between 10 and 12. "
                                + "The tracking number is SE-77-4711."));
        script.when(
                request -> request.lastRole().equals("tool")
                        && request.lastUserText().contains("4712"),
                request -> text(
                        request,
                        "I am sorry, the payment system does not answer just now. I opened a ticket; "
                                + "you get the money within 14 days."));
        script.when(
                request -> request.lastUserText().contains("4711"),
                request -> reply(
                        request,
                        Reply.tool("orderStatus", "{\"order\": \"4711\"}")
                                .withTool("deliveryEstimate", "{\"order\": \"4711\"}"),
                        30));
        script.when(
                request -> request.lastUserText().contains("4712"),
                request -> reply(request, Reply.tool("refund", "{\"order\": \"4712\"}"), 16));
        script.when(
                request -> request.lastUserText().contains("return it"),
                request -> text(request, "You have 30 days from the delivery, and the return label is free."));
        script.when(
                request -> true,
                request -> text(request, "A repair takes a week. If it is not possible, we replace the device."));
    }

    private Reply text(ChatRequest request, String text) {
        return reply(request, Reply.text(text), text.length() / CHARS_PER_TOKEN);
    }

    private Reply reply(ChatRequest request, Reply reply, int outputTokens) {
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
