// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.stream;

import com.example.agents.Models;
import com.example.agents.tool.MeetingTools;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A streaming AI service whose tools run at the same time (LangChain4j 1.4 and later). */
public final class StreamingConcurrentTools {
    private StreamingConcurrentTools() {}

    /** Runs the program. */
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            StreamingAssistant assistant = AiServices.builder(StreamingAssistant.class)
                    .streamingChatModel(Models.streaming())
                    .tools(new MeetingTools())
                    .executeToolsConcurrently(pool)
                    .build();
            TokenStream stream = assistant.chat("Plan a trip to Paris");
            CompletableFuture<ChatResponse> done = new CompletableFuture<>();
            stream.onPartialResponse(part -> System.out.println("part '" + part + "'"))
                    .onCompleteResponse(done::complete)
                    .onError(done::completeExceptionally)
                    .start();
            Streams.await(done);
        } finally {
            pool.shutdown();
        }
    }
}
