// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.scenario.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.trace.Segments;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** One program that uses the client of each vector store, through LangChain4j's store and by itself. */
class VectorStoresIT {
    private static final String TREE = """
            function addAll PgVectorEmbeddingStore
            retrieval search PgVectorEmbeddingStore
              retrieval query postgresql
            retrieval search PgVectorEmbeddingStore !error java.lang.RuntimeException
              retrieval query postgresql !error org.postgresql.util.PSQLException
            function Stores.direct
            function addAll RedisEmbeddingStore
            retrieval search RedisEmbeddingStore
              retrieval FT.SEARCH notes
            retrieval search RedisEmbeddingStore !error redis.clients.jedis.exceptions.JedisDataException
              retrieval FT.SEARCH notes !error redis.clients.jedis.exceptions.JedisDataException
            function Stores.direct
              retrieval FT.SEARCH notes
            function Stores.direct
              retrieval FT.SEARCH notes
            function Stores.direct
              retrieval FT.SEARCH notes
            function Stores.direct
            function addAll ElasticsearchEmbeddingStore
              function bulk notes
            retrieval search ElasticsearchEmbeddingStore
              retrieval search notes
            retrieval search ElasticsearchEmbeddingStore !error dev.langchain4j.store.embedding.elasticsearch.ElasticsearchRequestFailedException
              retrieval search notes !error co.elastic.clients.transport.rest5_client.low_level.ResponseException
            function Stores.direct
              retrieval search notes
            function addAll QdrantEmbeddingStore
              function upsert notes
            retrieval search QdrantEmbeddingStore
              retrieval query notes
            retrieval search QdrantEmbeddingStore !error java.lang.RuntimeException
              retrieval query notes !error io.grpc.StatusRuntimeException
            function Stores.direct
              retrieval query notes
            function addAll MilvusEmbeddingStore
              function insert notes
            retrieval search MilvusEmbeddingStore
              retrieval search notes
            retrieval search MilvusEmbeddingStore !error dev.langchain4j.store.embedding.milvus.RequestToMilvusFailedException
              retrieval search notes !error io.milvus.exception.ServerException
            function addAll OpenSearchEmbeddingStore
              function bulk notes
            retrieval search OpenSearchEmbeddingStore
              retrieval search notes
            retrieval search OpenSearchEmbeddingStore !error dev.langchain4j.store.embedding.opensearch.OpenSearchRequestFailedException
              retrieval search notes !error org.opensearch.client.transport.httpclient5.ResponseException
            function Stores.direct
              retrieval search notes
            http HTTP GET
            http HTTP GET
            http HTTP GET
            function addAll ChromaEmbeddingStore
              function add c-1
                http HTTP POST
            retrieval search ChromaEmbeddingStore
              retrieval query c-1
                http HTTP POST
            retrieval search ChromaEmbeddingStore !error java.lang.RuntimeException
              retrieval query c-1 !error java.lang.RuntimeException
                http HTTP POST !error dev.langchain4j.exception.HttpException
            function addAll WeaviateEmbeddingStore
              function batch
            retrieval search WeaviateEmbeddingStore
              retrieval get Notes
            retrieval search WeaviateEmbeddingStore !error java.lang.IllegalArgumentException
              retrieval get Notes !error _OTHER
            function Stores.direct
              function upsert notes
            function Stores.direct
              retrieval query notes
            function Stores.direct
              retrieval query notes !error io.grpc.StatusRuntimeException
            """;

    /** For each call: how many results were asked for, how many were found, how many entries were written. */
    private static final String CALLS = """
            postgresql query - - 2 -
            postgresql query - - - -
            redis FT.SEARCH notes 3 2 -
            redis FT.SEARCH notes 3 - -
            redis FT.SEARCH notes - 2 -
            redis FT.SEARCH notes 5 2 -
            redis FT.SEARCH notes 5 2 -
            elasticsearch bulk notes - - 2
            elasticsearch search notes 3 2 -
            elasticsearch search notes 3 - -
            elasticsearch search notes 5 2 -
            qdrant upsert notes - - 2
            qdrant query notes 3 2 -
            qdrant query notes 3 - -
            qdrant query notes 4 2 -
            milvus insert notes - - 2
            milvus search notes 3 2 -
            milvus search notes 3 - -
            opensearch bulk notes - - 2
            opensearch search notes 3 2 -
            opensearch search notes 3 - -
            opensearch search notes 5 2 -
            chroma add c-1 - - 2
            chroma query c-1 3 2 -
            chroma query c-1 3 - -
            weaviate batch Notes - - 2
            weaviate get Notes 3 2 -
            weaviate get Notes 3 - -
            pinecone upsert notes - - 1
            pinecone query notes 3 2 -
            pinecone query notes 4 - -
            """;

    @TempDir
    private Path dir;

    static Stream<Jdk> jdks() {
        return Jdks.tested().stream();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void shouldShowTheCallsOfAStoresClientBelowTheOperationThatMakesThem(Jdk jdk) {
        ProcessResult plain = process(jdk).withoutAgent().run();

        ProcessResult traced = process(jdk)
                .setting("trace", "com.example.stores.Stores#direct")
                .run();

        assertThat(traced.out()).isEqualTo(plain.out());
        Segments segments = traced.segments().assertNothingDropped();
        segments.tree().assertEquals("segments on " + jdk, TREE);
        assertThat(calls(segments)).containsExactly(CALLS.strip().split("\n"));
        assertThat(segments.records("SPAN_START").toString() + segments.records("SPAN_END"))
                .doesNotContain("<=>", "the first", "1.0");
    }

    /** System, operation, collection, how many were asked for, and how many were found or written, of each call, in order. */
    private static List<String> calls(Segments segments) {
        Map<String, JsonNode> ends = new HashMap<>();
        for (JsonNode end : segments.records("SPAN_END")) {
            ends.put(end.get("span").stringValue(), end.path("attributes"));
        }
        List<String> calls = new ArrayList<>();
        for (JsonNode record : segments.records("SPAN_START")) {
            JsonNode start = record.path("attributes");
            if (start.has("db.system.name")) {
                JsonNode end = ends.get(record.get("span").stringValue());
                calls.add(String.join(
                        " ",
                        text(start, end, "db.system.name"),
                        text(start, end, "db.operation.name"),
                        text(start, end, "db.collection.name"),
                        text(start, end, "gen_ai.request.top_k"),
                        text(start, end, "agentprofiler.retrieval.documents"),
                        text(start, end, "agentprofiler.ingest.segments")));
            }
        }
        return calls;
    }

    private static String text(JsonNode start, JsonNode end, String attribute) {
        JsonNode value = start.has(attribute) ? start.get(attribute) : end.path(attribute);
        return value.isMissingNode() ? "-" : value.asString();
    }

    private AgentProcess process(Jdk jdk) {
        return AgentProcess.of("com.example.stores.Stores", dir)
                .jdk(jdk)
                .classPath(Artifacts.classPath("vector-stores"));
    }
}
