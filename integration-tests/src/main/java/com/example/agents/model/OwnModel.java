// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.model;

import com.example.agents.Models;
import com.example.agents.Printing;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;

/** A user's models: one that answers by itself, and a decorator around another, both overriding {@code chat}. */
public final class OwnModel {
    private OwnModel() {}

    /** Answers without a server. */
    static final class Parrot implements ChatModel {
        @Override
        public ChatResponse chat(ChatRequest request) {
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from("parrot"))
                    .modelName("parrot-1")
                    .tokenUsage(new TokenUsage(3, 1))
                    .finishReason(FinishReason.STOP)
                    .build();
        }
    }

    /** Hands every request to another model. */
    static final class Decorator implements ChatModel {
        private final ChatModel delegate;

        Decorator(ChatModel delegate) {
            this.delegate = delegate;
        }

        @Override
        public ChatResponse chat(ChatRequest request) {
            return delegate.chat(request);
        }
    }

    /** Runs the program. */
    public static void main(String[] args) {
        Printing.response(new Parrot().chat(UserMessage.from("Hello")));
        Printing.response(new Decorator(Models.chat()).chat(UserMessage.from("Hello")));
    }
}
