// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.anthropic;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;

/** Two streamed messages, read to their ends, and one that is closed unread. */
public final class StreamedMessages {
    private StreamedMessages() {}

    /** Runs the program. */
    public static void main(String[] args) {
        AnthropicClient client = AnthropicOkHttpClient.builder()
                .baseUrl(System.getProperty("openai.baseUrl").replaceFirst("/v1/?$", ""))
                .apiKey("no-key")
                .build();
        System.out.println(text(client, "How far is it?"));
        System.out.println(text(client, "How is the weather?"));
        client.messages().createStreaming(question("Never mind.")).close();
        client.close();
        // threads of the HTTP client would keep the JVM for another minute
        System.exit(0);
    }

    private static String text(AnthropicClient client, String question) {
        StringBuilder text = new StringBuilder();
        try (StreamResponse<RawMessageStreamEvent> events = client.messages().createStreaming(question(question))) {
            events.stream()
                    .forEach(event -> event.contentBlockDelta()
                            .flatMap(delta -> delta.delta().text())
                            .ifPresent(piece -> text.append(piece.text())));
        }
        return text.toString();
    }

    private static MessageCreateParams question(String text) {
        return MessageCreateParams.builder()
                .model("claude-test")
                .maxTokens(100)
                .addUserMessage(text)
                .build();
    }
}
