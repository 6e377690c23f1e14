// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.stream;

import com.example.agents.Models;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.concurrent.CompletableFuture;

/** Streams one answer to a handler that takes its time for each part. */
public final class SlowHandler {
    /** Minimum time for each part. */
    public static final int MILLIS = 20;

    private SlowHandler() {}

    /** Runs the program. */
    public static void main(String[] args) {
        CompletableFuture<ChatResponse> done = new CompletableFuture<>();
        Models.streaming().chat("Tell me a story", new StreamingChatResponseHandler() {
            @Override
            public void onPartialResponse(String text) {
                try {
                    Thread.sleep(MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                System.out.println("part '" + text + "'");
            }

            @Override
            public void onCompleteResponse(ChatResponse response) {
                done.complete(response);
            }

            @Override
            public void onError(Throwable error) {
                done.completeExceptionally(error);
            }
        });
        Streams.await(done);
    }
}
