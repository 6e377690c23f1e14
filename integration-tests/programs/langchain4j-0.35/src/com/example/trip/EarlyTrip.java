// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.trip;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.embedding.EmbeddingModel;
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

/** The agent on LangChain4j 0.35 and 0.36. */
public final class EarlyTrip {
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

    private EarlyTrip() {}

    /** Fills the store, asks twice, and prints the answers. */
    public static void main(String[] args) {
        EmbeddingModel embeddings = OpenAiEmbeddingModel.builder()
                .baseUrl(Trip.BASE_URL)
                .apiKey("no-key")
                .modelName(Trip.EMBEDDING_MODEL)
                .build();
        InMemoryEmbeddingStore<TextSegment> documents = new InMemoryEmbeddingStore<>();
        EmbeddingStoreIngestor.builder()
                .embeddingModel(embeddings)
                .embeddingStore(documents)
                .build()
                .ingest(Trip.DOCUMENTS.stream().map(Document::from).toList());
        System.out.println(planner(embeddings, documents).ask(Trip.FIRST_CONVERSATION, Trip.QUESTION));
        StringBuilder text = new StringBuilder();
        CompletableFuture<String> answer = new CompletableFuture<>();
        planner(embeddings, documents).stream(Trip.SECOND_CONVERSATION, Trip.QUESTION)
                .onNext(text::append)
                .onComplete(response -> answer.complete(text.toString()))
                .onError(answer::completeExceptionally)
                .start();
        System.out.println(answer.join());
        // the HTTP client's threads would wait for further requests
        System.exit(0);
    }

    private static Planner planner(EmbeddingModel embeddings, InMemoryEmbeddingStore<TextSegment> documents) {
        return AiServices.builder(Planner.class)
                .chatLanguageModel(OpenAiChatModel.builder()
                        .baseUrl(Trip.BASE_URL)
                        .apiKey("no-key")
                        .modelName(Trip.MODEL)
                        .build())
                .streamingChatLanguageModel(OpenAiStreamingChatModel.builder()
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
                        MessageWindowChatMemory.builder().id(id).maxMessages(20).build())
                .build();
    }
}
