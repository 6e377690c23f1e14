// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.kernel;

import com.microsoft.semantickernel.data.VolatileVectorStore;
import com.microsoft.semantickernel.data.VolatileVectorStoreRecordCollectionOptions;
import com.microsoft.semantickernel.data.vectorsearch.VectorSearchResults;
import com.microsoft.semantickernel.data.vectorsearch.VectorizableTextSearch;
import com.microsoft.semantickernel.data.vectorstorage.VectorStoreRecordCollection;
import com.microsoft.semantickernel.data.vectorstorage.annotations.VectorStoreRecordData;
import com.microsoft.semantickernel.data.vectorstorage.annotations.VectorStoreRecordKey;
import com.microsoft.semantickernel.data.vectorstorage.annotations.VectorStoreRecordVector;
import com.microsoft.semantickernel.data.vectorstorage.options.DeleteRecordOptions;
import com.microsoft.semantickernel.data.vectorstorage.options.GetRecordOptions;
import com.microsoft.semantickernel.data.vectorstorage.options.UpsertRecordOptions;
import com.microsoft.semantickernel.data.vectorstorage.options.VectorSearchOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** Cards on a server that is asked each time. */
final class ServerCards<T> implements VectorStoreRecordCollection<String, T>, VectorizableTextSearch<T> {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final VectorStoreRecordCollection<String, T> rows;

    ServerCards(Class<T> type) {
        this.rows = new VolatileVectorStore()
                .getCollection(
                        "cards",
                        VolatileVectorStoreRecordCollectionOptions.<T>builder()
                                .withRecordClass(type)
                                .build());
    }

    /**
     * A card of the catalogue.
     *
     * @param id its key
     * @param text what it says
     * @param vector of its text
     */
    record Card(
            @VectorStoreRecordKey String id,
            @VectorStoreRecordData String text,
            @VectorStoreRecordVector(dimensions = 2) List<Float> vector) {}

    /** Asks the server. */
    static void ask(String what) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(System.getProperty("library.url") + "/" + what))
                    .build();
            CLIENT.send(request, HttpResponse.BodyHandlers.discarding());
        } catch (IOException e) {
            throw new IllegalStateException("the server does not answer: " + what, e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <V> Mono<V> asked(String what, Supplier<Mono<V>> then) {
        return Mono.defer(() -> {
            ask(what);
            return then.get();
        });
    }

    @Override
    public String getCollectionName() {
        return rows.getCollectionName();
    }

    @Override
    public Mono<Boolean> collectionExistsAsync() {
        return rows.collectionExistsAsync();
    }

    @Override
    public Mono<VectorStoreRecordCollection<String, T>> createCollectionAsync() {
        return rows.createCollectionAsync();
    }

    @Override
    public Mono<VectorStoreRecordCollection<String, T>> createCollectionIfNotExistsAsync() {
        return rows.createCollectionIfNotExistsAsync();
    }

    @Override
    public Mono<Void> deleteCollectionAsync() {
        return rows.deleteCollectionAsync();
    }

    @Override
    public Mono<T> getAsync(String key, GetRecordOptions options) {
        return asked("get", () -> rows.getAsync(key, options));
    }

    @Override
    public Mono<List<T>> getBatchAsync(List<String> keys, GetRecordOptions options) {
        return asked("get", () -> rows.getBatchAsync(keys, options));
    }

    @Override
    public Mono<String> upsertAsync(T card, UpsertRecordOptions options) {
        return asked("upsert", () -> rows.upsertAsync(card, options));
    }

    @Override
    public Mono<List<String>> upsertBatchAsync(List<T> cards, UpsertRecordOptions options) {
        return asked("upsert", () -> rows.upsertBatchAsync(cards, options));
    }

    @Override
    public Mono<Void> deleteAsync(String key, DeleteRecordOptions options) {
        return asked("delete", () -> rows.deleteAsync(key, options));
    }

    @Override
    public Mono<Void> deleteBatchAsync(List<String> keys, DeleteRecordOptions options) {
        return asked("delete", () -> rows.deleteBatchAsync(keys, options));
    }

    @Override
    public Mono<VectorSearchResults<T>> searchAsync(List<Float> vector, VectorSearchOptions options) {
        return rows.searchAsync(vector, options);
    }

    @Override
    public Mono<VectorSearchResults<T>> searchAsync(String text, VectorSearchOptions options) {
        return asked("search", () -> rows.searchAsync(List.of((float) text.length(), 1f), options));
    }
}
