// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.official;

import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openaiofficial.OpenAiOfficialChatModel;
import dev.langchain4j.model.openaiofficial.OpenAiOfficialEmbeddingModel;
import dev.langchain4j.model.openaiofficial.OpenAiOfficialStreamingChatModel;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A chat, one that is refused once, a streamed one, and embeddings. */
public final class OfficialModels {
    private static final String BASE_URL = System.getProperty("openai.baseUrl");

    private OfficialModels() {}

    /** Runs the program. */
    public static void main(String[] args) {
        OpenAiOfficialChatModel chat = OpenAiOfficialChatModel.builder()
                .baseUrl(BASE_URL)
                .apiKey("no-key")
                .modelName("gpt-whole")
                .build();
        System.out.println("whole: " + chat.chat("How far is it?"));
        System.out.println("retried: " + chat.chat("Busy?"));
        System.out.println("streamed: " + streamed("Tell me."));
        System.out.println("embeddings: "
                + OpenAiOfficialEmbeddingModel.builder()
                        .baseUrl(BASE_URL)
                        .apiKey("no-key")
                        .modelName("text-embedding-3-small")
                        .build()
                        .embedAll(List.of(TextSegment.from("one"), TextSegment.from("two three")))
                        .content()
                        .size());
        System.exit(0);
    }

    private static String streamed(String question) {
        CompletableFuture<String> text = new CompletableFuture<>();
        OpenAiOfficialStreamingChatModel.builder()
                .baseUrl(BASE_URL)
                .apiKey("no-key")
                .modelName("gpt-streamed")
                .build()
                .chat(question, new StreamingChatResponseHandler() {
                    @Override
                    public void onPartialResponse(String part) {}

                    @Override
                    public void onCompleteResponse(ChatResponse response) {
                        text.complete(response.aiMessage().text());
                    }

                    @Override
                    public void onError(Throwable error) {
                        text.completeExceptionally(error);
                    }
                });
        return text.join();
    }
}
