// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.refunds;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@SpringBootTest
class RefundAssistantTest {
    private static MockOpenAi server;

    @Autowired
    private RefundAssistant assistant;

    @DynamicPropertySource
    static void useTheMock(DynamicPropertyRegistry registry) throws Exception {
        server = new MockOpenAi();
        registry.add("spring.ai.openai.base-url", server::url);
        registry.add("spring.ai.openai.api-key", () -> "none");
        registry.add("spring.ai.openai.chat.options.model", () -> "gpt-4o-mini");
        registry.add("spring.ai.openai.chat.model", () -> "gpt-4o-mini");
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    @Test
    void shouldLookUpTheOrder() {
        server.script(MockOpenAi.lookUpThenAnswer());

        assertThat(assistant.answer("Where is my order 4711?")).contains("delivered");
    }

    @Test
    void shouldAnswerWithoutALookUp() {
        server.script(MockOpenAi.answer("We open at nine."));

        assertThat(assistant.answer("When do you open?")).contains("nine");
    }
}
