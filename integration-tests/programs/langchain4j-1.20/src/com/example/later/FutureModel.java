// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.later;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Answers directly, or asynchronously on a pool. */
final class FutureModel implements ChatModel {
    private final Executor pool;
    private final boolean failing;

    FutureModel(Executor pool) {
        this(pool, false);
    }

    private FutureModel(Executor pool, boolean failing) {
        this.pool = pool;
        this.failing = failing;
    }

    /** Returns one whose futures fail. */
    FutureModel failing() {
        return new FutureModel(pool, true);
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        return answer("now", 3, 1);
    }

    @Override
    public CompletableFuture<ChatResponse> doChatAsync(ChatRequest request) {
        return CompletableFuture.supplyAsync(
                () -> {
                    if (failing) {
                        throw new IllegalStateException("not today");
                    }
                    return answer("later", 5, 2);
                },
                pool);
    }

    private static ChatResponse answer(String text, int input, int output) {
        return ChatResponse.builder()
                .aiMessage(AiMessage.from(text))
                .modelName("future-1")
                .tokenUsage(new TokenUsage(input, output))
                .build();
    }
}
