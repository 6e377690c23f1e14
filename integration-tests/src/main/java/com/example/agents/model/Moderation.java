// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.model;

import com.example.agents.Models;
import dev.langchain4j.model.openai.OpenAiModerationModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Moderate;

/** Moderates what the user says, at the same time as the model answers: once fine, once flagged. */
public final class Moderation {
    private Moderation() {}

    /** An AI service with moderation. */
    public interface ModeratedAssistant {
        /** Answers, or throws when the message is flagged. */
        @Moderate
        String chat(String message);
    }

    /** Runs the program. */
    public static void main(String[] args) {
        ModeratedAssistant assistant = AiServices.builder(ModeratedAssistant.class)
                .chatModel(Models.chat())
                .moderationModel(OpenAiModerationModel.builder()
                        .baseUrl(Models.baseUrl())
                        .apiKey("no-key")
                        .modelName("omni-moderation-latest")
                        .build())
                .build();
        System.out.println(assistant.chat("I come in peace"));
        try {
            System.out.println(assistant.chat("I attack"));
        } catch (RuntimeException e) {
            System.out.println("refused: " + e.getClass().getSimpleName());
        }
        System.exit(0);
    }
}
