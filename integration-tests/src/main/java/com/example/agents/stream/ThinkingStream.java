// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.stream;

import com.example.agents.Models;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.util.concurrent.CompletableFuture;

/** A streamed answer with reasoning text before it; needs LangChain4j 1.2. */
public final class ThinkingStream {
    private ThinkingStream() {}

    /** Runs the program. */
    public static void main(String[] args) {
        CompletableFuture<String> done = new CompletableFuture<>();
        OpenAiStreamingChatModel.builder()
                .baseUrl(Models.baseUrl())
                .apiKey("no-key")
                .modelName("gpt-4o-mini")
                .returnThinking(true)
                .build()
                .chat("Think first", new StreamingChatResponseHandler() {
                    @Override
                    public void onPartialThinking(PartialThinking thinking) {
                        System.out.println("thought '" + thinking.text() + "'");
                    }

                    @Override
                    public void onPartialResponse(String text) {
                        System.out.println("part '" + text + "'");
                    }

                    @Override
                    public void onCompleteResponse(ChatResponse response) {
                        done.complete(response.aiMessage().text());
                    }

                    @Override
                    public void onError(Throwable error) {
                        done.completeExceptionally(error);
                    }
                });
        System.out.println(done.join());
    }
}
