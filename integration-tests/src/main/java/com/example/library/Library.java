// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.library;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.content.retriever.EmbeddingStoreContentRetriever;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.service.AiServices;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** Fills a store, looks into it, and answers a question with what is in it. */
public final class Library {
    private Library() {}

    /** The agent. */
    public interface Librarian {
        /** Answers a question. */
        String answer(String question);
    }

    /** Runs the program. */
    public static void main(String[] args) {
        String baseUrl = System.getProperty("openai.baseUrl");
        EmbeddingModel model = OpenAiEmbeddingModel.builder()
                .baseUrl(baseUrl)
                .apiKey("no-key")
                .modelName("text-embedding-3-small")
                .maxRetries(0)
                .build();
        ServerStore store = new ServerStore();
        Metadata about = new Metadata()
                .put("title", "Parcels")
                .put("page", 7)
                .put("bytes", 8L)
                .put("weight", 0.2f)
                .put("price", 2.0)
                .put("shelf", UUID.fromString("0f8fad5b-d9cb-469f-a165-70867728950e"));
        TextSegment first = TextSegment.from("Parcels take three days.", about);
        TextSegment second = TextSegment.from("Refunds take two weeks.");
        List<Embedding> vectors = model.embedAll(List.of(first, second)).content();
        System.out.println("added " + store.addAll(vectors, List.of(first, second)));
        String third = store.add(vectors.get(1), TextSegment.from("Nobody reads this."));
        System.out.println("added " + third);
        store.removeAll(List.of(third));

        ContentRetriever retriever = EmbeddingStoreContentRetriever.builder()
                .embeddingStore(store)
                .embeddingModel(model)
                .maxResults(2)
                .build();
        List<Content> found = retriever.retrieve(Query.from("How long do parcels take?"));
        for (Content content : found) {
            System.out.println("found " + content.textSegment().text()
                    + typed(content.textSegment().metadata().toMap()) + typed(content.metadata()));
        }
        Librarian librarian = AiServices.builder(Librarian.class)
                .chatModel(OpenAiChatModel.builder()
                        .baseUrl(baseUrl)
                        .apiKey("no-key")
                        .modelName("gpt-4o-mini")
                        .maxRetries(0)
                        .build())
                .contentRetriever(retriever)
                .build();
        System.out.println(librarian.answer("When are refunds paid?"));
    }

    private static Map<String, String> typed(Map<?, ?> map) {
        Map<String, String> typed = new TreeMap<>();
        map.forEach((name, value) -> typed.put(name.toString(), value.getClass().getSimpleName() + " " + value));
        return typed;
    }
}
