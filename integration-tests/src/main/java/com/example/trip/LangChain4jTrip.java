// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.trip;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.rag.content.retriever.EmbeddingStoreContentRetriever;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.store.embedding.EmbeddingStoreIngestor;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The agent on LangChain4j: an AI service with tools, a content retriever and memory. */
public final class LangChain4jTrip {
    /** The AI service. */
    interface Planner {
        @SystemMessage(Trip.SYSTEM)
        String ask(@MemoryId String conversation, @UserMessage String question);

        @SystemMessage(Trip.SYSTEM)
        TokenStream stream(@MemoryId String conversation, @UserMessage String question);
    }

    /** The tools, with the framework's annotations. */
    static final class Tools {
        private final Trip trip = new Trip();

        @Tool("flights to a city")
        String flights(@P("city") String city) {
            return trip.flights(city);
        }

        @Tool("hotels in a city")
        String hotels(@P("city") String city) {
            return trip.hotels(city);
        }

        @Tool("the weather in a city")
        String weather(@P("city") String city) {
            return trip.weather(city);
        }
    }

    private final OpenAiEmbeddingModel embeddings = OpenAiEmbeddingModel.builder()
            .baseUrl(Trip.BASE_URL)
            .apiKey("no-key")
            .modelName(Trip.EMBEDDING_MODEL)
            .build();
    private final InMemoryEmbeddingStore<TextSegment> documents = new InMemoryEmbeddingStore<>();

    private LangChain4jTrip() {}

    /** Runs the program. */
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            LangChain4jTrip trip = new LangChain4jTrip();
            trip.prepare();
            System.out.println(trip.ask(pool));
            System.out.println(trip.stream(pool));
        } finally {
            pool.shutdown();
        }
    }

    private void prepare() {
        EmbeddingStoreIngestor.builder()
                .embeddingModel(embeddings)
                .embeddingStore(documents)
                .build()
                .ingest(Trip.DOCUMENTS.stream().map(Document::from).toList());
    }

    private String ask(ExecutorService pool) {
        return planner(pool).ask(Trip.FIRST_CONVERSATION, Trip.QUESTION);
    }

    private String stream(ExecutorService pool) {
        StringBuilder text = new StringBuilder();
        CompletableFuture<String> answer = new CompletableFuture<>();
        planner(pool).stream(Trip.SECOND_CONVERSATION, Trip.QUESTION)
                .onPartialResponse(text::append)
                .onCompleteResponse(response -> answer.complete(text.toString()))
                .onError(answer::completeExceptionally)
                .start();
        return answer.join();
    }

    private Planner planner(ExecutorService pool) {
        AiServices<Planner> planner = AiServices.builder(Planner.class)
                .chatModel(OpenAiChatModel.builder()
                        .baseUrl(Trip.BASE_URL)
                        .apiKey("no-key")
                        .modelName(Trip.MODEL)
                        .build())
                .streamingChatModel(OpenAiStreamingChatModel.builder()
                        .baseUrl(Trip.BASE_URL)
                        .apiKey("no-key")
                        .modelName(Trip.MODEL)
                        .build())
                .tools(new Tools())
                .contentRetriever(EmbeddingStoreContentRetriever.builder()
                        .embeddingModel(embeddings)
                        .embeddingStore(documents)
                        .maxResults(1)
                        .build())
                .chatMemoryProvider(id ->
                        MessageWindowChatMemory.builder().id(id).maxMessages(20).build());
        if (Trip.CONCURRENT_TOOLS) {
            planner.executeToolsConcurrently(pool);
        }
        return planner.build();
    }
}
