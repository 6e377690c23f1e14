// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.early;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.openai.OpenAiModerationModel;
import dev.langchain4j.rag.content.retriever.EmbeddingStoreContentRetriever;
import dev.langchain4j.retriever.EmbeddingStoreRetriever;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.Moderate;
import dev.langchain4j.service.ModerationException;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.store.embedding.EmbeddingStoreIngestor;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** AI services: with memory, tools and retrieval, streamed, moderated, with an answer of a type, failing, and two at a time. */
public final class EarlyServices {
    private EarlyServices() {}

    /** Answers in a conversation. */
    interface Clerk {
        @SystemMessage("Be brief.")
        String answer(@MemoryId String conversation, @UserMessage String question);

        @SystemMessage("Be brief.")
        TokenStream stream(@MemoryId String conversation, @UserMessage String question);
    }

    /** Reads a value from text. */
    interface Reader {
        Result<Person> read(String text);
    }

    /** Answers decent questions. */
    interface Doorman {
        @Moderate
        String greet(String text);
    }

    /** What a reader finds. */
    record Person(String name, int age) {}

    /** The tools. */
    static final class Town {
        @Tool("the weather in a city")
        String weather(@P("city") String city) {
            return "rain in " + city;
        }

        @Tool("the traffic in a city")
        String traffic(@P("city") String city) {
            throw new IllegalStateException("no traffic in " + city);
        }
    }

    /** A store of conversations. */
    static final class Drawer implements ChatMemoryStore {
        private final Map<Object, List<ChatMessage>> conversations = new ConcurrentHashMap<>();

        @Override
        public List<ChatMessage> getMessages(Object id) {
            return conversations.getOrDefault(id, List.of());
        }

        @Override
        public void updateMessages(Object id, List<ChatMessage> messages) {
            conversations.put(id, List.copyOf(messages));
        }

        @Override
        public void deleteMessages(Object id) {
            conversations.remove(id);
        }
    }

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        InMemoryEmbeddingStore<TextSegment> documents = new InMemoryEmbeddingStore<>();
        EmbeddingStoreIngestor.builder()
                .embeddingModel(EarlyModels.embeddings())
                .embeddingStore(documents)
                .build()
                .ingest(Document.from("Boats leave at noon."), Document.from("Trains leave at one."));
        System.out.println("answered: " + clerk("early-clerk", documents).answer("ada", "When do boats leave?"));
        System.out.println("streamed: " + streamed(documents));
        System.out.println(
                "read: " + reader("early-reader", false).read("Ada is 36.").content());
        System.out.println("read strictly: "
                + reader("early-strict-reader", true).read("Ada is 36.").content());
        greet("Hello.");
        failing();
        System.out.println("both: " + both(documents));
    }

    private static AiServices<Clerk> withMemory(InMemoryEmbeddingStore<TextSegment> documents) {
        return AiServices.builder(Clerk.class)
                .tools(new Town())
                .contentRetriever(EmbeddingStoreContentRetriever.builder()
                        .embeddingModel(EarlyModels.embeddings())
                        .embeddingStore(documents)
                        .maxResults(1)
                        .build())
                .chatMemoryProvider(id -> MessageWindowChatMemory.builder()
                        .id(id)
                        .maxMessages(20)
                        .chatMemoryStore(new Drawer())
                        .build());
    }

    private static Clerk clerk(String model, InMemoryEmbeddingStore<TextSegment> documents) {
        return withMemory(documents).chatLanguageModel(EarlyModels.chat(model)).build();
    }

    private static String streamed(InMemoryEmbeddingStore<TextSegment> documents) {
        Clerk clerk = withMemory(documents)
                .streamingChatLanguageModel(EarlyModels.streaming("early-streaming-clerk"))
                .build();
        StringBuilder parts = new StringBuilder();
        CompletableFuture<String> end = new CompletableFuture<>();
        clerk.stream("grace", "When do trains leave?")
                .onNext(token -> parts.append('[').append(token).append(']'))
                .onComplete(response -> end.complete(parts + " " + response.finishReason()))
                .onError(end::completeExceptionally)
                .start();
        return end.join();
    }

    private static Reader reader(String model, boolean strict) {
        return AiServices.builder(Reader.class)
                .chatLanguageModel(EarlyModels.builder(model)
                        .responseFormat(strict ? "json_schema" : null)
                        .strictJsonSchema(strict)
                        .build())
                .build();
    }

    private static void greet(String text) {
        Doorman doorman = AiServices.builder(Doorman.class)
                .chatLanguageModel(EarlyModels.chat("early-doorman"))
                .moderationModel(OpenAiModerationModel.builder()
                        .baseUrl(EarlyModels.url())
                        .apiKey("no-key")
                        .modelName("early-moderation")
                        .build())
                .build();
        try {
            System.out.println("greeted: " + doorman.greet(text));
        } catch (ModerationException e) {
            System.out.println("turned away: " + e.getMessage());
        }
    }

    private static void failing() {
        Doorman doorman = AiServices.builder(Doorman.class)
                .chatLanguageModel(EarlyModels.chat("early-failing"))
                .moderationModel(OpenAiModerationModel.builder()
                        .baseUrl(EarlyModels.url())
                        .apiKey("no-key")
                        .modelName("early-moderation")
                        .build())
                .build();
        try {
            System.out.println(doorman.greet("Hello?"));
        } catch (RuntimeException e) {
            System.out.println("failed: " + e.getClass().getSimpleName());
        }
    }

    /** Asks two services at the same time, one with a retriever of the older kind. */
    static List<String> both(InMemoryEmbeddingStore<TextSegment> documents) throws Exception {
        Clerk first = clerk("early-first", documents);
        Clerk second = AiServices.builder(Clerk.class)
                .chatLanguageModel(EarlyModels.chat("early-second"))
                .chatMemoryProvider(id ->
                        MessageWindowChatMemory.builder().id(id).maxMessages(20).build())
                .retriever(EmbeddingStoreRetriever.from(documents, EarlyModels.embeddings(), 1))
                .build();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<String> one = threads.submit(() -> first.answer("ada", "When?"));
            Future<String> two = threads.submit(() -> second.answer("grace", "Where?"));
            return List.of(one.get(), two.get());
        } finally {
            threads.shutdown();
        }
    }
}
