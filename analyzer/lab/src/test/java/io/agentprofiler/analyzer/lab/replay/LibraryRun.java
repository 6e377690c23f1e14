// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay;

import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.view.json.JsonLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A recording of a program that embeds documents in one call and then looks for some, as a retriever that embeds and searches, or by two
 * calls that are workflows of their own.
 */
public final class LibraryRun {
    private final boolean texts;
    private final TestRun run = TestRun.run("library");
    private int traces;
    private int span;
    private double time;

    /** Starts one. */
    public LibraryRun(boolean texts) {
        this.texts = texts;
    }

    /** Embeds documents. */
    public LibraryRun embed(int dimensions, String... documents) {
        run.trace(++traces);
        embedding(0, dimensions, documents.length, payload("agentprofiler.embeddings.input", Arrays.asList(documents)));
        return this;
    }

    /** Looks for documents as a retriever does. */
    public LibraryRun retrieve(int dimensions, String query, int limit, String... found) {
        run.trace(++traces);
        int retriever = ++span;
        run.start(retriever, 0, time++, "retrieval", "retrieve", payload("gen_ai.retrieval.query.text", query));
        embedding(retriever, dimensions, 1, "");
        found(retriever, limit, found);
        run.end(retriever, time++, "\"agentprofiler.retrieval.documents\":" + found.length);
        return this;
    }

    /** Looks for documents without a retriever. */
    public LibraryRun search(int dimensions, int limit, String... found) {
        run.trace(++traces);
        embedding(0, dimensions, 1, "");
        run.trace(++traces);
        found(0, limit, found);
        return this;
    }

    /** Writes to a store. */
    public LibraryRun write() {
        run.trace(++traces);
        run.start(++span, 0, time++, "function", "add", "\"agentprofiler.ingest.segments\":1");
        run.end(span, time++);
        return this;
    }

    /** Returns the whole. */
    public TestRun run() {
        return run.footer();
    }

    private void embedding(int parent, int dimensions, int count, String input) {
        run.start(
                ++span,
                parent,
                time++,
                "embedding",
                "embeddings small",
                "\"gen_ai.request.model\":\"small\",\"agentprofiler.embeddings.count\":" + count
                        + (input.isEmpty() ? "" : "," + input));
        run.end(span, time++, "\"gen_ai.usage.input_tokens\":5,\"gen_ai.embeddings.dimension.count\":" + dimensions);
    }

    private void found(int parent, int limit, String... found) {
        List<Object> documents = new ArrayList<>();
        for (String text : found) {
            documents.add(new LinkedHashMap<>(Map.of("content", text)));
        }
        run.start(++span, parent, time++, "retrieval", "search store", "\"gen_ai.request.top_k\":" + limit);
        run.end(
                span,
                time++,
                "\"agentprofiler.retrieval.documents\":" + found.length + ","
                        + payload("gen_ai.retrieval.documents", documents, List.of(found)));
    }

    private String payload(String name, Object value) {
        return payload(name, value, value instanceof List<?> list ? list : List.of(value));
    }

    /** Returns what the agent writes of content: its length, hashes of its texts and of their lines, and itself if that is wanted. */
    private String payload(String name, Object value, List<?> all) {
        StringBuilder hashes = new StringBuilder();
        long chars = value instanceof List<?> ? 0 : -1;
        for (Object text : all) {
            chars += text.toString().length() + 1;
            if (text.toString().contains("\n")) {
                text.toString().lines().map(String::strip).map(LibraryRun::hash).forEach(hashes::append);
            }
            hashes.append(hash(text.toString().strip()));
        }
        String length = "\"agentprofiler.content."
                + (name.startsWith("gen_ai.") ? name.substring("gen_ai.".length()) : name) + "\":{\"chars\":" + chars
                + ",\"hash\":\"aaaaaaaa\",\"texts\":\"" + hashes + "\"}";
        return texts ? length + ",\"" + name + "\":" + JsonLine.of(value) : length;
    }

    private static String hash(String text) {
        return text.length() < 12 ? "" : String.format("%08x", text.hashCode());
    }
}
