// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.early;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatLanguageModel;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.service.AiServices;
import java.util.List;

/** One question, one tool call, one answer, by a model in this JVM. */
public final class EarlyAnswer {
    private EarlyAnswer() {}

    /** The service. */
    interface Assistant {
        /** Answers. */
        String chat(String question);
    }

    /** Asks for the tool first, and answers with what it said. */
    static final class LocalModel implements ChatLanguageModel {
        @Override
        public Response<AiMessage> generate(List<ChatMessage> messages) {
            return generate(messages, List.of());
        }

        @Override
        public Response<AiMessage> generate(List<ChatMessage> messages, List<ToolSpecification> tools) {
            return messages.stream().noneMatch(ToolExecutionResultMessage.class::isInstance)
                    ? Response.from(
                            AiMessage.from(ToolExecutionRequest.builder()
                                    .id("call-1")
                                    .name("time")
                                    .arguments("{}")
                                    .build()),
                            new TokenUsage(11, 2))
                    : Response.from(AiMessage.from("it is noon"), new TokenUsage(19, 3));
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
