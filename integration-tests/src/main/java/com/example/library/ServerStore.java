// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.library;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.EmbeddingSearchResult;
import dev.langchain4j.store.embedding.EmbeddingStore;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import java.util.Collection;
import java.util.List;

/** A store that asks its server each time. */
public final class ServerStore implements EmbeddingStore<TextSegment> {
    private final StoreServer server = new StoreServer();
    private final InMemoryEmbeddingStore<TextSegment> rows = new InMemoryEmbeddingStore<>();

    @Override
    public String add(Embedding embedding) {
        server.ask("add");
        return rows.add(embedding);
    }

    @Override
    public void add(String id, Embedding embedding) {
        server.ask("add");
        rows.add(id, embedding);
    }

    @Override
    public String add(Embedding embedding, TextSegment segment) {
        server.ask("add");
        return rows.add(embedding, segment);
    }

    @Override
    public List<String> addAll(List<Embedding> embeddings) {
        server.ask("add");
        return rows.addAll(embeddings);
    }

    @Override
    public void addAll(List<String> ids, List<Embedding> embeddings, List<TextSegment> segments) {
        server.ask("add");
        rows.addAll(ids, embeddings, segments);
    }

    @Override
    public void removeAll(Collection<String> ids) {
        server.ask("remove");
        rows.removeAll(ids);
    }

    @Override
    public EmbeddingSearchResult<TextSegment> search(EmbeddingSearchRequest request) {
        server.ask("search");
        return rows.search(request);
    }
}
