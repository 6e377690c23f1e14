// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.support;

import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.document.splitter.DocumentSplitters;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.content.retriever.EmbeddingStoreContentRetriever;
import dev.langchain4j.store.embedding.EmbeddingStoreIngestor;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import java.util.List;

/** The shop's rules, searchable. */
final class KnowledgeBase {
    private static final List<Document> DOCUMENTS = List.of(
            Document.from("Delivery: parcels within the country arrive two to four days after they were sent. "
                    + "Every parcel can be followed with its tracking number."),
            Document.from("Returns: everything but underwear can be returned within 30 days of its delivery. "
                    + "The return label is free of charge and comes by e-mail."),
            Document.from("Refunds: the money is paid back within 14 days after the return arrived, "
                    + "in the way the order was paid."),
            Document.from("Warranty: electric devices have a warranty of two years. "
                    + "A repair takes a week; where it is not possible, the device is replaced."));

    private KnowledgeBase() {}

    /** Ingests the documents and returns a retriever of the two paragraphs that fit best. */
    static ContentRetriever open() {
        EmbeddingModel embeddings = new HashingEmbeddingModel();
        InMemoryEmbeddingStore<TextSegment> store = new InMemoryEmbeddingStore<>();
        EmbeddingStoreIngestor.builder()
                .documentSplitter(DocumentSplitters.recursive(300, 0))
                .embeddingModel(embeddings)
                .embeddingStore(store)
                .build()
                .ingest(DOCUMENTS);
        return EmbeddingStoreContentRetriever.builder()
                .embeddingModel(embeddings)
                .embeddingStore(store)
                .maxResults(2)
                .build();
    }
}
