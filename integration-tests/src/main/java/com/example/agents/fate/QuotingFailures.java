// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.fate;

import com.example.agents.Models;
import com.example.agents.SimpleAssistant;
import com.example.agents.retrieval.MapMemoryStore;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.guardrail.InputGuardrail;
import dev.langchain4j.guardrail.InputGuardrailResult;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import java.util.List;
import java.util.function.Consumer;

/**
 * Everything around a model fails, and quotes what it was given: a retriever, a store, a memory, a guardrail, a tool, an
 * embedding model that does not answer, a method of the program's own.
 */
public final class QuotingFailures {
    private QuotingFailures() {}

    /** A failure whose words, and those of its cause, quote a question. */
    static RuntimeException quoting(String question) {
        return new IllegalStateException("failed on '" + question + "'", new IllegalArgumentException(question));
    }

    /** A guardrail that throws. */
    public static class Strict implements InputGuardrail {
        @Override
        public InputGuardrailResult validate(UserMessage message) {
            throw quoting(message.singleText());
        }
    }

    /** A guardrail that refuses. */
    public static class Polite implements InputGuardrail {
        @Override
        public InputGuardrailResult validate(UserMessage message) {
            return fatal("not allowed: " + message.singleText());
        }
    }

    /** A memory that cannot be written. */
    public static class BrokenStore extends MapMemoryStore {
        @Override
        public void updateMessages(Object memoryId, List<ChatMessage> messages) {
            throw quoting(messages.toString());
        }
    }

    /** A store that cannot be searched. */
    public static class BrokenVectors extends InMemoryEmbeddingStore<String> {
        @Override
        public dev.langchain4j.store.embedding.EmbeddingSearchResult<String> search(EmbeddingSearchRequest request) {
            throw quoting(System.getProperty("question"));
        }
    }

    /** A tool that throws. */
    public static class Tools {
        /** Throws. */
        @Tool("Looks the traffic up")
        public String traffic(String city) {
            throw quoting(city);
        }
    }

    /** A method of the program's own, traced by name. */
    static String own(String question) {
        throw quoting(question);
    }

    private static AiServices<SimpleAssistant> assistant() {
        return AiServices.builder(SimpleAssistant.class).chatModel(Models.chat());
    }

    /** Runs the program; the system property {@code question} is what all failures quote. */
    public static void main(String[] args) {
        String question = System.getProperty("question");
        attempt(q -> assistant().tools(new Tools()).build().chat(q), question);
        attempt(q -> assistant().inputGuardrails(new Strict()).build().chat(q), question);
        attempt(q -> assistant().inputGuardrails(new Polite()).build().chat(q), question);
        attempt(
                q -> assistant()
                        .contentRetriever(query -> {
                            throw quoting(query.text());
                        })
                        .build()
                        .chat(q),
                question);
        attempt(
                q -> assistant()
                        .chatMemory(MessageWindowChatMemory.builder()
                                .maxMessages(5)
                                .chatMemoryStore(new BrokenStore())
                                .build())
                        .build()
                        .chat(q),
                question);
        attempt(q -> Models.embedding().embed(q), question);
        attempt(
                q -> new BrokenVectors()
                        .search(EmbeddingSearchRequest.builder()
                                .queryEmbedding(Embedding.from(List.of(1f)))
                                .build()),
                question);
        attempt(QuotingFailures::own, question);
        System.out.println("done");
    }

    private static void attempt(Consumer<String> what, String question) {
        try {
            what.accept(question);
            System.out.println("no failure");
        } catch (RuntimeException e) {
            System.out.println("failed");
        }
    }
}
