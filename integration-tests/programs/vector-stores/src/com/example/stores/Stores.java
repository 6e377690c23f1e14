// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.stores;

import co.elastic.clients.elasticsearch.ElasticsearchAsyncClient;
import co.elastic.clients.elasticsearch.ElasticsearchClient;
import dev.langchain4j.community.store.embedding.redis.RedisEmbeddingStore;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.EmbeddingStore;
import dev.langchain4j.store.embedding.chroma.ChromaApiVersion;
import dev.langchain4j.store.embedding.chroma.ChromaEmbeddingStore;
import dev.langchain4j.store.embedding.elasticsearch.ElasticsearchEmbeddingStore;
import dev.langchain4j.store.embedding.milvus.MilvusEmbeddingStore;
import dev.langchain4j.store.embedding.opensearch.OpenSearchEmbeddingStore;
import dev.langchain4j.store.embedding.pgvector.PgVectorEmbeddingStore;
import dev.langchain4j.store.embedding.qdrant.QdrantEmbeddingStore;
import dev.langchain4j.store.embedding.weaviate.WeaviateEmbeddingStore;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.search.arguments.SearchArgs;
import io.milvus.client.MilvusServiceClient;
import io.milvus.param.ConnectParam;
import io.pinecone.clients.AsyncIndex;
import io.pinecone.clients.Index;
import io.pinecone.configs.PineconeConfig;
import io.pinecone.configs.PineconeConnection;
import io.qdrant.client.QdrantClient;
import io.qdrant.client.QdrantGrpcClient;
import io.qdrant.client.grpc.Points.SearchPoints;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.hc.core5.http.HttpHost;
import org.opensearch.client.opensearch.OpenSearchAsyncClient;
import org.opensearch.client.opensearch.OpenSearchClient;
import org.opensearch.client.transport.OpenSearchTransport;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5TransportBuilder;
import redis.clients.jedis.JedisPooled;
import redis.clients.jedis.search.FTSearchParams;

/** Writes to each store and searches it, through LangChain4j and with its client alone; a search is refused. Prints what came of it. */
public final class Stores {
    static final String FIRST_ID = "11111111-1111-1111-1111-111111111111";
    static final String SECOND_ID = "22222222-2222-2222-2222-222222222222";

    private static final String NAME = "notes";
    private static final Embedding ONE = Embedding.from(new float[] {1, 0});
    private static final Embedding OTHER = Embedding.from(new float[] {0, 1});

    private Stores() {}

    /** Uses a client. */
    @FunctionalInterface
    interface Use {
        Object with() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        postgresql();
        redis();
        elasticsearch();
        qdrant();
        milvus();
        opensearch();
        chroma();
        weaviate();
        pinecone();
    }

    /** Something that a program does with a client without a framework. */
    static void direct(String what, Use use) throws Exception {
        System.out.println(what + ": " + use.with());
    }

    private static void tryOut(String name, EmbeddingStore<TextSegment> store, Counted server) {
        store.addAll(
                List.of(FIRST_ID, SECOND_ID),
                List.of(ONE, OTHER),
                List.of(TextSegment.from("the first"), TextSegment.from("the second")));
        System.out.println(name + ": " + search(store));
        server.refuseNext();
        try {
            System.out.println(search(store));
        } catch (RuntimeException e) {
            System.out.println(name + " refused: " + e.getClass().getSimpleName());
        }
        System.out.println(name + ": " + server);
    }

    private static List<String> search(EmbeddingStore<TextSegment> store) {
        EmbeddingSearchRequest request = EmbeddingSearchRequest.builder()
                .queryEmbedding(ONE)
                .maxResults(3)
                .build();
        return store.search(request).matches().stream()
                .map(match -> match.embedded().text())
                .toList();
    }

    private static void postgresql() throws Exception {
        PostgresServer server = new PostgresServer();
        PgVectorEmbeddingStore store = PgVectorEmbeddingStore.builder()
                .host("127.0.0.1")
                .port(server.port())
                .user("user")
                .password("secret")
                .database("db")
                .table(NAME)
                .dimension(2)
                .build();
        tryOut("postgresql", store, server);
        String url = "jdbc:postgresql://127.0.0.1:" + server.port() + "/db";
        try (Connection connection = DriverManager.getConnection(url, "user", "secret");
                PreparedStatement statement = connection.prepareStatement("SELECT 1")) {
            direct("statement", () -> statement.executeQuery().next());
        }
    }

    private static void redis() throws Exception {
        RedisServer server = new RedisServer();
        try (JedisPooled jedis = new JedisPooled("127.0.0.1", server.port())) {
            RedisEmbeddingStore store = RedisEmbeddingStore.builder()
                    .unifiedJedis(jedis)
                    .indexName(NAME)
                    .dimension(2)
                    .build();
            tryOut("redis", store, server);
            direct(
                    "jedis",
                    () -> jedis.ftSearch(
                                    NAME, "*", FTSearchParams.searchParams().limit(0, 4))
                            .getDocuments()
                            .size());
        }
        RedisClient client = RedisClient.create("redis://127.0.0.1:" + server.port());
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            SearchArgs<String, String> args =
                    SearchArgs.<String, String>builder().limit(0, 5).build();
            direct("lettuce", () -> connection.sync().ftSearch(NAME, "*", args).getCount());
            direct(
                    "lettuce, later",
                    () -> connection.async().ftSearch(NAME, "*", args).get().getCount());
            direct(
                    "lettuce, reactive",
                    () -> connection.reactive().ftSearch(NAME, "*").block().getCount());
        }
        client.shutdown();
    }

    private static void elasticsearch() throws Exception {
        Counted[] counted = new Counted[1];
        JsonServer server = new JsonServer((path, body) -> documents(path, body, counted[0]));
        counted[0] = server;
        try (ElasticsearchClient client = ElasticsearchClient.of(config -> config.host(server.url()))) {
            tryOut(
                    "elasticsearch",
                    ElasticsearchEmbeddingStore.builder()
                            .client(client)
                            .indexName(NAME)
                            .build(),
                    server);
            ElasticsearchAsyncClient later = new ElasticsearchAsyncClient(client._transport());
            direct(
                    "elasticsearch, later",
                    () -> later.search(request -> request.index(NAME).size(5), Map.class)
                            .get()
                            .hits()
                            .hits()
                            .size());
        }
        server.stop();
    }

    /** Answers as Elasticsearch does, and OpenSearch. */
    private static String documents(String path, String body, Counted server) {
        if (path.endsWith("/_bulk")) {
            int entries = (int) body.lines().count() / 2;
            server.wrote(entries);
            String item = "{\"index\":{\"_index\":\"notes\",\"_id\":\"1\",\"status\":201}}";
            return "{\"errors\":false,\"took\":1,\"items\":[" + item + "," + item + "]}";
        }
        if (path.endsWith("/_search")) {
            return server.refusesSearch()
                    ? null
                    : "{\"took\":1,\"timed_out\":false,\"_shards\":{\"total\":1,\"successful\":1,\"skipped\":0,\"failed\":0},"
                            + "\"hits\":{\"hits\":["
                            + hit(FIRST_ID, "the first", "0.9")
                            + ","
                            + hit(SECOND_ID, "the second", "0.7")
                            + "]}}";
        }
        return "{}";
    }

    private static String hit(String id, String text, String score) {
        return "{\"_index\":\"notes\",\"_id\":\"" + id + "\",\"_score\":" + score
                + ",\"_source\":{\"vector\":[1.0,0.0],\"metadata\":{},\"text\":\"" + text + "\"}}";
    }

    private static void qdrant() throws Exception {
        QdrantServer server = new QdrantServer();
        QdrantGrpcClient channel =
                QdrantGrpcClient.newBuilder("127.0.0.1", server.port(), false).build();
        try (QdrantClient client = new QdrantClient(channel)) {
            tryOut(
                    "qdrant",
                    QdrantEmbeddingStore.builder()
                            .client(client)
                            .collectionName(NAME)
                            .build(),
                    server);
            SearchPoints request = SearchPoints.newBuilder()
                    .setCollectionName(NAME)
                    .addAllVector(ONE.vectorAsList())
                    .setLimit(4)
                    .build();
            direct("qdrant", () -> client.searchAsync(request).get().size());
        }
        server.stop();
    }

    private static void milvus() throws Exception {
        MilvusServer server = new MilvusServer();
        MilvusServiceClient client = new MilvusServiceClient(ConnectParam.newBuilder()
                .withHost("127.0.0.1")
                .withPort(server.port())
                .build());
        tryOut(
                "milvus",
                MilvusEmbeddingStore.builder()
                        .milvusClient(client)
                        .collectionName(NAME)
                        .dimension(2)
                        .build(),
                server);
        client.close();
        server.stop();
    }

    private static void opensearch() throws Exception {
        Counted[] counted = new Counted[1];
        JsonServer server = new JsonServer((path, body) -> documents(path, body, counted[0]));
        counted[0] = server;
        OpenSearchTransport transport = ApacheHttpClient5TransportBuilder.builder(
                        new HttpHost("http", "127.0.0.1", server.port()))
                .build();
        try (transport) {
            tryOut(
                    "opensearch",
                    OpenSearchEmbeddingStore.builder()
                            .openSearchClient(new OpenSearchClient(transport))
                            .indexName(NAME)
                            .build(),
                    server);
            OpenSearchAsyncClient later = new OpenSearchAsyncClient(transport);
            direct(
                    "opensearch, later",
                    () -> later.search(request -> request.index(NAME).size(5), Map.class)
                            .get()
                            .hits()
                            .hits()
                            .size());
        }
        server.stop();
    }

    private static void chroma() throws Exception {
        Counted[] counted = new Counted[1];
        JsonServer server = new JsonServer((path, body) -> {
            if (path.endsWith("/add")) {
                counted[0].wrote(2);
                return "true";
            }
            if (path.endsWith("/query")) {
                return counted[0].refusesSearch()
                        ? null
                        : "{\"ids\":[[\"" + FIRST_ID + "\",\"" + SECOND_ID
                                + "\"]],\"embeddings\":[[[1.0,0.0],[0.0,1.0]]],"
                                + "\"documents\":[[\"the first\",\"the second\"]],\"metadatas\":[[{},{}]],\"distances\":[[0.1,0.3]]}";
            }
            return "{\"id\":\"c-1\",\"name\":\"notes\",\"metadata\":{}}";
        });
        counted[0] = server;
        tryOut(
                "chroma",
                ChromaEmbeddingStore.builder()
                        .apiVersion(ChromaApiVersion.V2)
                        .baseUrl(server.url())
                        .collectionName(NAME)
                        .build(),
                server);
        server.stop();
    }

    private static void weaviate() throws Exception {
        Counted[] counted = new Counted[1];
        JsonServer server = new JsonServer((path, body) -> {
            if (path.endsWith("/batch/objects")) {
                counted[0].wrote(2);
                return "[" + object(FIRST_ID) + "," + object(SECOND_ID) + "]";
            }
            if (path.endsWith("/graphql")) {
                return counted[0].refusesSearch()
                        ? null
                        : "{\"data\":{\"Get\":{\"Notes\":[" + note(FIRST_ID, "the first") + ","
                                + note(SECOND_ID, "the second") + "]}}}";
            }
            return "{\"version\":\"1.30.0\"}";
        });
        counted[0] = server;
        tryOut(
                "weaviate",
                WeaviateEmbeddingStore.builder()
                        .scheme("http")
                        .host("127.0.0.1")
                        .port(server.port())
                        .objectClass("Notes")
                        .build(),
                server);
        server.stop();
    }

    private static String object(String id) {
        return "{\"class\":\"Notes\",\"id\":\"" + id + "\",\"result\":{\"status\":\"SUCCESS\"}}";
    }

    private static String note(String id, String text) {
        return "{\"text\":\"" + text + "\",\"_additional\":{\"id\":\"" + id
                + "\",\"certainty\":0.9,\"vector\":[1.0,0.0]}}";
    }

    private static void pinecone() throws Exception {
        PineconeServer server = new PineconeServer();
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port())
                .usePlaintext()
                .build();
        PineconeConfig config = new PineconeConfig("key");
        config.setCustomManagedChannel(channel);
        PineconeConnection connection = new PineconeConnection(config);
        List<Float> vector = ONE.vectorAsList();
        Index index = new Index(connection, NAME);
        direct("pinecone, written", () -> index.upsert(FIRST_ID, vector).getUpsertedCount());
        direct("pinecone", () -> index.queryByVector(3, vector).getMatchesList().size());
        AsyncIndex later = new AsyncIndex(config, connection, NAME);
        server.refuseNext();
        direct("pinecone, later", () -> {
            try {
                return later.queryByVector(4, vector).get().getMatchesList().size();
            } catch (ExecutionException e) {
                return e.getCause().getClass().getSimpleName();
            }
        });
        System.out.println("pinecone: " + server);
        connection.close();
        server.stop();
    }
}
