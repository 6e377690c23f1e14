// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.retrieval;

import com.example.agents.Models;
import com.example.agents.SimpleAssistant;
import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.document.splitter.DocumentSplitters;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.rag.content.retriever.EmbeddingStoreContentRetriever;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.store.embedding.EmbeddingStoreIngestor;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;

/** Ingests two documents and answers with what it finds in them. */
public final class Rag {
    private Rag() {}

    /** Runs the program. */
    public static void main(String[] args) {
        EmbeddingModel embeddings = Models.embedding();
        InMemoryEmbeddingStore<TextSegment> store = new InMemoryEmbeddingStore<>();
        EmbeddingStoreIngestor.builder()
                .documentSplitter(DocumentSplitters.recursive(200, 0))
                .embeddingModel(embeddings)
                .embeddingStore(store)
                .build()
                .ingest(
                        Document.from("Parcels are delivered within three days."),
                        Document.from("Refunds are paid within two weeks."));
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.chat())
                .contentRetriever(EmbeddingStoreContentRetriever.builder()
                        .embeddingModel(embeddings)
                        .embeddingStore(store)
                        .maxResults(1)
                        .build())
                .build();
        System.out.println(assistant.chat("When are refunds paid?"));
    }
}
