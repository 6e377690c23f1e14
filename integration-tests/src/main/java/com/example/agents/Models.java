// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents;

import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.time.Duration;

/** The models all programs talk to. */
public final class Models {
    private Models() {}

    /** Returns where the model server listens; each program of a JVM may have its own. */
    public static String baseUrl() {
        return System.getProperty("openai.baseUrl", "http://localhost:8080/v1");
    }

    /** Returns a chat model with the framework's own retries. */
    public static OpenAiChatModel chat() {
        return OpenAiChatModel.builder()
                .baseUrl(baseUrl())
                .apiKey("no-key")
                .modelName("gpt-4o-mini")
                .temperature(0.5)
                .timeout(Duration.ofSeconds(20))
                .build();
    }

    /** Returns a streaming chat model. */
    public static OpenAiStreamingChatModel streaming() {
        return OpenAiStreamingChatModel.builder()
                .baseUrl(baseUrl())
                .apiKey("no-key")
                .modelName("gpt-4o-mini")
                .timeout(Duration.ofSeconds(20))
                .build();
    }

    /** Returns an embedding model. */
    public static OpenAiEmbeddingModel embedding() {
        return OpenAiEmbeddingModel.builder()
                .baseUrl(baseUrl())
                .apiKey("no-key")
                .modelName("text-embedding-3-small")
                .timeout(Duration.ofSeconds(20))
                .build();
    }
}
