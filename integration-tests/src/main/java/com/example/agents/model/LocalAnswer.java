// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.model;

import com.example.agents.SimpleAssistant;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.service.AiServices;

/** One question, one tool call, one answer, by a model in this JVM: needs no server. */
public final class LocalAnswer {
    private LocalAnswer() {}

    /** Asks for the tool first, and answers with what it said. */
    static final class LocalModel implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            return request.messages().stream().noneMatch(ToolExecutionResultMessage.class::isInstance)
                    ? response(
                            AiMessage.from(ToolExecutionRequest.builder()
                                    .id("call-1")
                                    .name("time")
                                    .arguments("{}")
                                    .build()),
                            11,
                            2)
                    : response(AiMessage.from("it is noon"), 19, 3);
        }

        private static ChatResponse response(AiMessage message, int input, int output) {
            return ChatResponse.builder()
                    .aiMessage(message)
                    .modelName("local-1")
                    .tokenUsage(new TokenUsage(input, output))
                    .build();
        }
    }

    /** Its tool. */
    static final class Clock {
        @Tool
        String time() {
            return "noon";
        }
    }

    /** Runs the program. */
    public static void main(String[] args) {
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(new LocalModel())
                .tools(new Clock())
                .build();
        System.out.println(assistant.chat("What time is it?"));
    }
}
