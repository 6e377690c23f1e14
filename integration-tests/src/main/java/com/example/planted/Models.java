// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.planted;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.listener.ChatModelRequestContext;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.time.Duration;
import java.util.List;

/** The models of the planted agents. */
final class Models {
    static final String SMALL = "gpt-4o-mini";
    static final String LARGE = "gpt-4o";

    private static final boolean MOCKED = Boolean.getBoolean(Workload.MOCKED);
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Models() {}

    static ChatModel small() {
        return chat(SMALL);
    }

    /** Returns a small model that does something before each of its requests. */
    static ChatModel small(Runnable beforeRequest) {
        return OpenAiChatModel.builder()
                .baseUrl(Workload.BASE_URL)
                .apiKey("no-key")
                .modelName(SMALL)
                .timeout(LIMIT)
                .listeners(List.of(new ChatModelListener() {
                    @Override
                    public void onRequest(ChatModelRequestContext request) {
                        beforeRequest.run();
                    }
                }))
                .build();
    }

    /** Returns a small model whose requests such a client sends. */
    static ChatModel small(HttpClientBuilder client) {
        return OpenAiChatModel.builder()
                .baseUrl(Workload.BASE_URL)
                .apiKey("no-key")
                .modelName(SMALL)
                .timeout(LIMIT)
                .httpClientBuilder(client)
                .build();
    }

    static ChatModel large() {
        return chat(LARGE);
    }

    static StreamingChatModel streaming() {
        if (MOCKED) {
            return new MockModel.Streaming(SMALL);
        }
        return OpenAiStreamingChatModel.builder()
                .baseUrl(Workload.BASE_URL)
                .apiKey("no-key")
                .modelName(SMALL)
                .timeout(LIMIT)
                .build();
    }

    static EmbeddingModel embedding() {
        return OpenAiEmbeddingModel.builder()
                .baseUrl(Workload.BASE_URL)
                .apiKey("no-key")
                .modelName("text-embedding-3-small")
                .timeout(LIMIT)
                .build();
    }

    private static ChatModel chat(String name) {
        if (MOCKED) {
            return new MockModel(name);
        }
        return OpenAiChatModel.builder()
                .baseUrl(Workload.BASE_URL)
                .apiKey("no-key")
                .modelName(name)
                .timeout(LIMIT)
                .build();
    }
}
