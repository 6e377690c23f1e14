// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.model;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;

/** One model call without a service around it: leaves nothing of the framework's own behind in the JVM. */
public final class DirectChat {
    private DirectChat() {}

    /** Answers in this JVM. */
    static final class LocalModel implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from("it is noon"))
                    .modelName("local-1")
                    .tokenUsage(new TokenUsage(11, 3))
                    .build();
        }
    }

    /** Runs the program. */
    public static void main(String[] args) {
        ChatResponse response = new LocalModel().chat(UserMessage.from("What time is it?"));
        System.out.println(response.aiMessage().text());
    }
}
