// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.beta;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatLanguageModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.service.AiServices;

/** One question, one tool call, one answer, by a model in this JVM. */
public final class BetaAnswer {
    private BetaAnswer() {}

    /** The service. */
    interface Assistant {
        /** Answers. */
        String chat(String question);
    }

    /** Asks for the tool first, and answers with what it said. */
    static final class LocalModel implements ChatLanguageModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            boolean first = request.messages().stream().noneMatch(ToolExecutionResultMessage.class::isInstance);
            return ChatResponse.builder()
                    .aiMessage(
                            first
                                    ? AiMessage.from(ToolExecutionRequest.builder()
                                            .id("call-1")
                                            .name("time")
                                            .arguments("{}")
                                            .build())
                                    : AiMessage.from("it is noon"))
                    .tokenUsage(first ? new TokenUsage(11, 2) : new TokenUsage(19, 3))
                    .build();
        }
    }

    /** Its tool. */
    static final class Clock {
        /** Tells the time. */
        @Tool
        String time() {
            return "noon";
        }
    }

    /** Runs the program. */
    public static void main(String[] args) {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatLanguageModel(new LocalModel())
                .tools(new Clock())
                .build();
        System.out.println(assistant.chat("What time is it?"));
    }
}
