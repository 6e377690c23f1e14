// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.stream;

import com.example.agents.Models;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.concurrent.CompletableFuture;

/** A user's streaming handler that throws at its second part, and again when it is told about the failure. */
public final class ThrowingHandler {
    private ThrowingHandler() {}

    /** Runs the program. */
    public static void main(String[] args) {
        CompletableFuture<String> done = new CompletableFuture<>();
        Models.streaming().chat("Tell me a story", new StreamingChatResponseHandler() {
            private int parts;

            @Override
            public void onPartialResponse(String text) {
                parts++;
                System.out.println("part " + parts);
                if (parts == 2) {
                    throw new IllegalStateException("the user's code failed");
                }
            }

            @Override
            public void onCompleteResponse(ChatResponse response) {
                done.complete("complete " + response.aiMessage().text());
            }

            @Override
            public void onError(Throwable error) {
                System.out.println("told of " + error);
            }
        });
        System.out.println(done.orTimeout(60, java.util.concurrent.TimeUnit.SECONDS)
                .exceptionally(Throwable::toString)
                .join());
    }
}
