// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.load;

import com.example.support.HashingEmbeddingModel;
import com.example.trip.Trip;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
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

/** The agent on LangChain4j; with the argument {@code streaming} its answers are streamed. */
public final class LangChain4jLoad {
    /** A few conversations, so that each goes on from where an earlier workflow left it. */
    private static final int CONVERSATIONS = 64;

    private LangChain4jLoad() {}

    /** The AI service. */
    interface Planner {
        @SystemMessage(Trip.SYSTEM)
        String ask(@MemoryId Long conversation, @UserMessage String question);

        @SystemMessage(Trip.SYSTEM)
        TokenStream stream(@MemoryId Long conversation, @UserMessage String question);
    }

    /** The tools. */
    static final class Tools {
        @Tool("flights to a city")
        String flights(@P("city") String city) {
            return "3 flights to " + city;
        }

        @Tool("hotels in a city")
        String hotels(@P("city") String city) {
            return "3 hotels in " + city;
        }
    }

    /** Runs the load. */
    public static void main(String[] args) throws InterruptedException {
        Planner planner = planner();
        boolean streamed = args.length > 0 && args[0].equals("streaming");
        Load.run(number -> {
            String question = Trip.QUESTION + " I am traveller " + number + ".";
            if (streamed) {
                stream(planner, number % CONVERSATIONS, question);
            } else {
                planner.ask(number % CONVERSATIONS, question);
            }
        });
        System.exit(0);
    }

    private static void stream(Planner planner, long conversation, String question) {
        CompletableFuture<Object> answer = new CompletableFuture<>();
        planner.stream(conversation, question)
                .onPartialResponse(part -> {})
                .onCompleteResponse(answer::complete)
                .onError(answer::completeExceptionally)
                .start();
        answer.join();
    }

    private static Planner planner() {
        EmbeddingModel embeddings = new HashingEmbeddingModel();
        InMemoryEmbeddingStore<TextSegment> store = new InMemoryEmbeddingStore<>();
        EmbeddingStoreIngestor.builder()
                .embeddingModel(embeddings)
                .embeddingStore(store)
                .build()
                .ingest(Trip.DOCUMENTS.stream().map(Document::from).toList());
        return AiServices.builder(Planner.class)
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
                        .embeddingStore(store)
                        .maxResults(1)
                        .build())
                .chatMemoryProvider(id ->
                        MessageWindowChatMemory.builder().id(id).maxMessages(10).build())
                .build();
    }
}
