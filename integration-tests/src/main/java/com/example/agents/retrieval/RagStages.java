// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.retrieval;

import com.example.agents.Models;
import com.example.agents.SimpleAssistant;
import com.example.agents.model.OtherModels;
import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.document.DocumentLoader;
import dev.langchain4j.data.document.DocumentSource;
import dev.langchain4j.data.document.DocumentTransformer;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.document.parser.TextDocumentParser;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.data.segment.TextSegmentTransformer;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.rag.DefaultRetrievalAugmentor;
import dev.langchain4j.rag.RetrievalAugmentor;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.aggregator.ReRankingContentAggregator;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.content.retriever.EmbeddingStoreContentRetriever;
import dev.langchain4j.rag.content.retriever.WebSearchContentRetriever;
import dev.langchain4j.rag.query.router.DefaultQueryRouter;
import dev.langchain4j.rag.query.transformer.ExpandingQueryTransformer;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.store.embedding.EmbeddingStoreIngestor;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import dev.langchain4j.web.search.WebSearchEngine;
import dev.langchain4j.web.search.WebSearchInformationResult;
import dev.langchain4j.web.search.WebSearchOrganicResult;
import dev.langchain4j.web.search.WebSearchRequest;
import dev.langchain4j.web.search.WebSearchResults;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Loading, ingesting, expanding, three retrievers on a pool, reranking: every stage of retrieval once. */
public final class RagStages {
    private RagStages() {}

    /** A text that is already there. */
    static final class Note implements DocumentSource {
        @Override
        public InputStream inputStream() {
            return new ByteArrayInputStream(
                    "Parcels are delivered within three days.".getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public Metadata metadata() {
            return new Metadata();
        }
    }

    /** Returns documents unchanged. */
    static final class SameDocument implements DocumentTransformer {
        @Override
        public Document transform(Document document) {
            return document;
        }
    }

    /** Returns segments unchanged. */
    static final class SameSegment implements TextSegmentTransformer {
        @Override
        public TextSegment transform(TextSegment segment) {
            return segment;
        }
    }

    /** Finds one page. */
    static final class OnePage implements WebSearchEngine {
        @Override
        public WebSearchResults search(WebSearchRequest request) {
            return WebSearchResults.from(
                    WebSearchInformationResult.from(1L),
                    List.of(WebSearchOrganicResult.from(
                            "Delivery", URI.create("http://localhost/delivery"), "three days", "three days")));
        }
    }

    /** Runs the program. */
    public static void main(String[] args) {
        EmbeddingModel embeddings = new OtherModels.Flat();
        InMemoryEmbeddingStore<TextSegment> store = new InMemoryEmbeddingStore<>();
        EmbeddingStoreIngestor.builder()
                .documentTransformer(new SameDocument())
                .textSegmentTransformer(new SameSegment())
                .embeddingModel(embeddings)
                .embeddingStore(store)
                .build()
                .ingest(DocumentLoader.load(new Note(), new TextDocumentParser()));

        ContentRetriever lambda =
                query -> List.of(Content.from("a note about " + query.text().length() + " chars"));
        ExecutorService pool = Executors.newFixedThreadPool(3);
        RetrievalAugmentor augmentor = DefaultRetrievalAugmentor.builder()
                .queryTransformer(new ExpandingQueryTransformer(Models.chat(), 2))
                .queryRouter(new DefaultQueryRouter(
                        EmbeddingStoreContentRetriever.builder()
                                .embeddingModel(embeddings)
                                .embeddingStore(store)
                                .maxResults(1)
                                .build(),
                        WebSearchContentRetriever.builder()
                                .webSearchEngine(new OnePage())
                                .build(),
                        lambda))
                .contentAggregator(ReRankingContentAggregator.builder()
                        .scoringModel(new OtherModels.ByLength())
                        .querySelector(queries -> queries.keySet().iterator().next())
                        .build())
                .executor(pool)
                .build();
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.chat())
                .retrievalAugmentor(augmentor)
                .build();
        System.out.println(assistant.chat("How long does delivery take?"));
        pool.shutdown();
    }
}
