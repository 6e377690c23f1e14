// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.refunds;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RefundAssistantTest {
    private MockOpenAi server;
    private RefundAssistant assistant;

    @BeforeEach
    void start() throws Exception {
        server = new MockOpenAi();
        ChatModel model = OpenAiChatModel.builder()
                .baseUrl(server.url())
                .apiKey("none")
                .modelName("gpt-4o-mini")
                .build();
        assistant = AiServices.builder(RefundAssistant.class)
                .chatModel(model)
                .tools(new Orders())
                .build();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void shouldLookUpTheOrder() {
        server.script(MockOpenAi.lookUpThenAnswer());

        assertTrue(assistant.answer("Where is my order 4711?").contains("delivered"));
    }

    @Test
    void shouldAnswerWithoutALookUp() {
        server.script(MockOpenAi.answer("We open at nine."));

        assertTrue(assistant.answer("When do you open?").contains("nine"));
    }
}
