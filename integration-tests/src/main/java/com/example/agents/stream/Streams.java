// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.stream;

import com.example.agents.Printing;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.TokenStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Starts token streams and waits for their end. */
public final class Streams {
    private Streams() {}

    /** Sets up the stream's handlers, printing its parts; the caller starts it. */
    public static CompletableFuture<ChatResponse> prepare(TokenStream stream) {
        CompletableFuture<ChatResponse> done = new CompletableFuture<>();
        stream.onPartialResponse(part -> System.out.println("part '" + part + "'"))
                .onToolExecuted(
                        tool -> System.out.println("tool " + tool.request().name() + " = " + tool.result()))
                .onCompleteResponse(done::complete)
                .onError(done::completeExceptionally);
        return done;
    }

    /** Waits and prints the answer or the failure. */
    public static void await(CompletableFuture<ChatResponse> done) {
        try {
            Printing.response(done.join());
        } catch (CompletionException e) {
            Printing.failure(e.getCause());
        }
    }
}
