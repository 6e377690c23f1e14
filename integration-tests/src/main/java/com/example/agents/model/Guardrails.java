// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.model;

import com.example.agents.Models;
import com.example.agents.SimpleAssistant;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.guardrail.InputGuardrail;
import dev.langchain4j.guardrail.InputGuardrailResult;
import dev.langchain4j.guardrail.OutputGuardrail;
import dev.langchain4j.guardrail.OutputGuardrailResult;
import dev.langchain4j.service.AiServices;

/** An input guardrail that passes and an output guardrail that asks again once (LangChain4j 1.1 and later). */
public final class Guardrails {
    private Guardrails() {}

    /** Lets every question through. */
    public static class PoliteQuestion implements InputGuardrail {
        @Override
        public InputGuardrailResult validate(UserMessage message) {
            return success();
        }
    }

    /** Wants answers without numbers. */
    public static class NoNumbers implements OutputGuardrail {
        @Override
        public OutputGuardrailResult validate(AiMessage message) {
            return message.text().matches(".*\\d.*")
                    ? reprompt("there is a number in it", "Please answer without numbers")
                    : success();
        }
    }

    /** Runs the program. */
    public static void main(String[] args) {
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.chat())
                .inputGuardrails(new PoliteQuestion())
                .outputGuardrails(new NoNumbers())
                .build();
        System.out.println(assistant.chat("How many?"));
    }
}
