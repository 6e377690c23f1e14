// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.trip;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.content.retriever.EmbeddingStoreContentRetriever;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.store.embedding.EmbeddingStore;
import dev.langchain4j.store.embedding.EmbeddingStoreIngestor;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The agent on LangChain4j: an AI service with tools, a content retriever and memory. Its parts may be overridden. */
public class LangChain4jTrip {
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

    private final EmbeddingModel embeddings = embeddings();
    private final EmbeddingStore<TextSegment> documents = documents();

    /** Makes the agent; nothing is asked yet. */
    protected LangChain4jTrip() {}

    /** Runs the program. */
    public static void main(String[] args) {
        new LangChain4jTrip().run();
    }

    /** Fills the store, asks twice, and prints the answers. */
    protected final void run() {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            prepare();
            System.out.println(ask(pool));
            System.out.println(stream(pool));
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
                .chatModel(chat())
                .streamingChatModel(streaming())
                .tools(new Tools())
                .contentRetriever(retriever(embeddings, documents))
                .chatMemoryProvider(id ->
                        MessageWindowChatMemory.builder().id(id).maxMessages(20).build());
        if (Trip.CONCURRENT_TOOLS) {
            planner.executeToolsConcurrently(pool);
        }
        wire(planner);
        return planner.build();
    }

    /** Makes the chat model. */
    protected ChatModel chat() {
        return OpenAiChatModel.builder()
                .baseUrl(Trip.BASE_URL)
                .apiKey("no-key")
                .modelName(Trip.MODEL)
                .build();
    }

    /** Makes the streaming chat model. */
    protected StreamingChatModel streaming() {
        return OpenAiStreamingChatModel.builder()
                .baseUrl(Trip.BASE_URL)
                .apiKey("no-key")
                .modelName(Trip.MODEL)
                .build();
    }

    /** Makes the embedding model. */
    protected EmbeddingModel embeddings() {
        return OpenAiEmbeddingModel.builder()
                .baseUrl(Trip.BASE_URL)
                .apiKey("no-key")
                .modelName(Trip.EMBEDDING_MODEL)
                .build();
    }

    /** Makes the store. */
    protected EmbeddingStore<TextSegment> documents() {
        return new InMemoryEmbeddingStore<>();
    }

    /** Makes the content retriever. */
    protected ContentRetriever retriever(EmbeddingModel model, EmbeddingStore<TextSegment> store) {
        return EmbeddingStoreContentRetriever.builder()
                .embeddingModel(model)
                .embeddingStore(store)
                .maxResults(1)
                .build();
    }

    /** Adds to the AI service. */
    protected void wire(AiServices<?> service) {}
}
