// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.stream;

import com.example.agents.Models;
import com.example.agents.Printing;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Streams one answer from a model to a handler. */
public final class StreamingChat {
    private StreamingChat() {}

    /** Runs the program. */
    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<ChatResponse> done = new CompletableFuture<>();
        Models.streaming().chat("Tell me a story", new StreamingChatResponseHandler() {
            @Override
            public void onPartialResponse(String text) {
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
        try {
            Printing.response(done.get());
        } catch (ExecutionException e) {
            Printing.failure(e.getCause());
        }
    }
}
