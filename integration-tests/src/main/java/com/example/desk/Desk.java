// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.desk;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.service.AiServices;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * The smallest agent whose workflow spans threads: it looks something up, which asks the model on a pool's thread, and then asks the
 * model itself. The pages about attaching run it in every environment, so it is one file and needs nothing but its framework.
 */
public final class Desk {
    /** The customer's assistant. */
    public interface Assistant {
        /** Answers. */
        String answer(String question);
    }

    /** The desk's knowledge source: the model itself, on a thread of a pool. */
    private static final class Notes implements ContentRetriever {
        private final ChatModel model;

        Notes(ChatModel model) {
            this.model = model;
        }

        @Override
        public List<Content> retrieve(Query query) {
            return List.of(Content.from(CompletableFuture.supplyAsync(() -> model.chat(query.text()))
                    .join()));
        }
    }

    private final Assistant assistant;

    /** A desk whose model listens where the environment's {@code OPENAI_BASE_URL} says. */
    public Desk() {
        ChatModel model = OpenAiChatModel.builder()
                .baseUrl(System.getenv().getOrDefault("OPENAI_BASE_URL", "http://localhost:8080/v1"))
                .apiKey("no-key")
                .modelName("gpt-4o-mini")
                .build();
        this.assistant = AiServices.builder(Assistant.class)
                .chatModel(model)
                .contentRetriever(new Notes(model))
                .build();
    }

    /** Answers a question. */
    public String answer(String question) {
        return assistant.answer(question);
    }

    /** Asks once, and once more for each argument: when the file it names is there. */
    public static void main(String[] args) {
        Desk desk = new Desk();
        System.out.println("Answer: " + desk.answer("Is the desk open?"));
        for (String file : args) {
            while (!Files.exists(Path.of(file))) {
                LockSupport.parkNanos(20_000_000);
            }
            System.out.println("Next answer: " + desk.answer("Is it still?"));
        }
    }
}
