// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.early;

import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;

/** The models of these programs. */
final class EarlyModels {
    private EarlyModels() {}

    static String url() {
        return System.getProperty("openai.baseUrl");
    }

    /** Makes a chat model that sends each request once. */
    static OpenAiChatModel chat(String name) {
        return builder(name).maxRetries(1).build();
    }

    /** Makes a builder of chat models. */
    static OpenAiChatModel.OpenAiChatModelBuilder builder(String name) {
        return OpenAiChatModel.builder()
                .baseUrl(url())
                .apiKey("no-key")
                .modelName(name)
                .temperature(0.5);
    }

    /** Makes a streaming chat model. */
    static OpenAiStreamingChatModel streaming(String name) {
        return OpenAiStreamingChatModel.builder()
                .baseUrl(url())
                .apiKey("no-key")
                .modelName(name)
                .build();
    }

    /** Makes an embedding model. */
    static OpenAiEmbeddingModel embeddings() {
        return OpenAiEmbeddingModel.builder()
                .baseUrl(url())
                .apiKey("no-key")
                .modelName("early-embedding")
                .build();
    }
}
