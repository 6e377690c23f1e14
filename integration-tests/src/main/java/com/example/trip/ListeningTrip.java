// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.trip;

import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelErrorContext;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.listener.ChatModelRequestContext;
import dev.langchain4j.model.chat.listener.ChatModelResponseContext;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.listener.EmbeddingModelListener;
import dev.langchain4j.model.embedding.listener.EmbeddingModelRequestContext;
import dev.langchain4j.model.embedding.listener.EmbeddingModelResponseContext;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.observability.api.event.AiServiceEvent;
import dev.langchain4j.observability.api.listener.AiServiceCompletedListener;
import dev.langchain4j.observability.api.listener.AiServiceErrorListener;
import dev.langchain4j.observability.api.listener.AiServiceRequestIssuedListener;
import dev.langchain4j.observability.api.listener.AiServiceResponseReceivedListener;
import dev.langchain4j.observability.api.listener.AiServiceStartedListener;
import dev.langchain4j.observability.api.listener.ToolExecutedEventListener;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.content.retriever.listener.ContentRetrieverListener;
import dev.langchain4j.rag.content.retriever.listener.ContentRetrieverRequestContext;
import dev.langchain4j.rag.content.retriever.listener.ContentRetrieverResponseContext;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.store.embedding.EmbeddingStore;
import dev.langchain4j.store.embedding.listener.EmbeddingStoreListener;
import dev.langchain4j.store.embedding.listener.EmbeddingStoreRequestContext;
import dev.langchain4j.store.embedding.listener.EmbeddingStoreResponseContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** The agent with every listener a user of LangChain4j 1.19 can register; prints how often each was called. */
public final class ListeningTrip extends LangChain4jTrip {
    private static final Map<String, Integer> CALLS = new ConcurrentSkipListMap<>();

    /** Counts model requests. */
    private static final class Models implements ChatModelListener {
        @Override
        public void onRequest(ChatModelRequestContext context) {
            count("model request");
            context.attributes().put("asked", true);
        }

        @Override
        public void onResponse(ChatModelResponseContext context) {
            count("model response after " + context.attributes().get("asked"));
        }

        @Override
        public void onError(ChatModelErrorContext context) {
            count("model error");
        }
    }

    /** Counts embeddings. */
    private static final class Embeddings implements EmbeddingModelListener {
        @Override
        public void onRequest(EmbeddingModelRequestContext context) {
            count("embedding request");
        }

        @Override
        public void onResponse(EmbeddingModelResponseContext context) {
            count("embedding response");
        }
    }

    /** Counts what the store does. */
    private static final class Store implements EmbeddingStoreListener {
        @Override
        public void onRequest(EmbeddingStoreRequestContext<?> context) {
            count("store request");
        }

        @Override
        public void onResponse(EmbeddingStoreResponseContext<?> context) {
            count("store response");
        }
    }

    /** Counts retrievals. */
    private static final class Retrievals implements ContentRetrieverListener {
        @Override
        public void onRequest(ContentRetrieverRequestContext context) {
            count("retrieval request");
        }

        @Override
        public void onResponse(ContentRetrieverResponseContext context) {
            count("retrieval response");
        }
    }

    private ListeningTrip() {}

    /** Runs the program. */
    public static void main(String[] args) {
        new ListeningTrip().run();
        CALLS.forEach((what, calls) -> System.out.println(what + ": " + calls));
    }

    private static void count(String what) {
        CALLS.merge(what, 1, Integer::sum);
    }

    private static void count(AiServiceEvent event) {
        count("event " + event.eventClass().getSimpleName());
    }

    @Override
    protected ChatModel chat() {
        return OpenAiChatModel.builder()
                .baseUrl(Trip.BASE_URL)
                .apiKey("no-key")
                .modelName(Trip.MODEL)
                .listeners(List.of(new Models()))
                .build();
    }

    @Override
    protected StreamingChatModel streaming() {
        return OpenAiStreamingChatModel.builder()
                .baseUrl(Trip.BASE_URL)
                .apiKey("no-key")
                .modelName(Trip.MODEL)
                .listeners(List.of(new Models()))
                .build();
    }

    @Override
    protected EmbeddingModel embeddings() {
        return super.embeddings().addListener(new Embeddings());
    }

    @Override
    protected EmbeddingStore<TextSegment> documents() {
        return super.documents().addListener(new Store());
    }

    @Override
    protected ContentRetriever retriever(EmbeddingModel model, EmbeddingStore<TextSegment> store) {
        return super.retriever(model, store).addListener(new Retrievals());
    }

    @Override
    protected void wire(AiServices<?> service) {
        service.registerListener((AiServiceStartedListener) ListeningTrip::count)
                .registerListener((AiServiceRequestIssuedListener) ListeningTrip::count)
                .registerListener((AiServiceResponseReceivedListener) ListeningTrip::count)
                .registerListener((ToolExecutedEventListener) ListeningTrip::count)
                .registerListener((AiServiceCompletedListener) ListeningTrip::count)
                .registerListener((AiServiceErrorListener) ListeningTrip::count)
                .beforeToolExecution(tool -> count("before " + tool.request().name()))
                .afterToolExecution(tool -> count("after " + tool.request().name()));
    }
}
