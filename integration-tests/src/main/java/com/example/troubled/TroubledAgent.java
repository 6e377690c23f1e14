// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.troubled;

import com.example.agents.Assistant;
import com.example.agents.Models;
import com.example.agents.SimpleAssistant;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import java.util.List;
import java.util.stream.Collectors;

/** A shop's assistant that does everything in the slowest way. */
public final class TroubledAgent {
    private static final int LONGEST_ANSWER = 400;

    private TroubledAgent() {}

    /** Asks one thing after another. */
    public static void main(String[] args) {
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(model("gpt-4o-mini"))
                .tools(new TroubledTools())
                .build();
        for (String question : List.of(
                "Is the blue lamp there?",
                "Which red lamps are there?",
                "What does shipping cost?",
                "Please pay my orders.",
                "How much money is in the till?",
                "How were the sales?",
                "What is it like in Oslo?")) {
            System.out.println(assistant.chat(question));
        }
        System.out.println(
                describe(model("gpt-4o-mini"), List.of("chestnut bookcase", "velvet armchair", "granite worktop")));
        Assistant adviser = AiServices.builder(Assistant.class)
                .chatModel(model("gpt-4"))
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(30))
                .build();
        for (int question = 1; question <= 6; question++) {
            System.out.println(adviser.chat("ada", "And what about room " + question + "?"));
        }
    }

    /** Describes one article after another, though none needs another's description. */
    static String describe(ChatModel model, List<String> articles) {
        return articles.stream()
                .map(article -> model.chat("Describe this: " + article))
                .collect(Collectors.joining("\n"));
    }

    private static ChatModel model(String name) {
        return OpenAiChatModel.builder()
                .baseUrl(Models.baseUrl())
                .apiKey("no-key")
                .modelName(name)
                .temperature(0.5)
                .maxTokens(LONGEST_ANSWER)
                .build();
    }
}
