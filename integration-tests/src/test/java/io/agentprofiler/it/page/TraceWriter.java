// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.page;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;

/**
 * Writes a trace file as the agent would. Times are milliseconds since the run's start.
 *
 * <p><b>Threading:</b> one thread.
 */
final class TraceWriter implements AutoCloseable {
    private static final long EPOCH = 1_750_000_000_000_000_000L;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final BufferedWriter out;
    private int trace;

    TraceWriter(Path directory) throws IOException {
        this(directory, "page-1");
    }

    /** Starts a run of this id. */
    TraceWriter(Path directory, String run) throws IOException {
        Files.createDirectories(directory);
        out = Files.newBufferedWriter(directory.resolve("segment-000001.jsonl"));
        line(Map.of(
                "event",
                "HEADER",
                "format",
                "agent-profiler/1",
                "run",
                run,
                "service",
                "shop",
                "pid",
                42,
                "clock",
                Map.of("epoch_ns", EPOCH, "nano", 0),
                "settings",
                Map.of()));
    }

    /** Makes the following spans belong to a workflow. */
    TraceWriter trace(int number) {
        trace = number;
        return this;
    }

    /** Writes a whole span. */
    void span(int id, int parent, double from, double to, String kind, String name, Map<String, ?> attributes)
            throws IOException {
        start(id, parent, from, kind, name, attributes);
        end(id, to, Map.of());
    }

    void start(int id, int parent, double at, String kind, String name, Map<String, ?> attributes) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("event", "SPAN_START");
        fields.put("trace", String.format(Locale.ROOT, "%032x", trace));
        fields.put("span", String.format(Locale.ROOT, "%016x", id));
        if (parent != 0) {
            fields.put("parent", String.format(Locale.ROOT, "%016x", parent));
        }
        fields.put("t", nanos(at));
        fields.put("kind", kind);
        fields.put("name", name);
        fields.put("rule", "test/rule");
        fields.put("thread", "worker-" + id % 4);
        fields.put("attributes", attributes);
        line(fields);
    }

    void chunk(int id, double at, int index) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("event", "SPAN_CHUNK");
        fields.put("span", String.format(Locale.ROOT, "%016x", id));
        fields.put("t", nanos(at));
        fields.put("i", index);
        fields.put("type", "text");
        line(fields);
    }

    /** Writes an end, {@code more} beside or instead of its usual fields. */
    void end(int id, double at, Map<String, ?> more) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("event", "SPAN_END");
        fields.put("span", String.format(Locale.ROOT, "%016x", id));
        fields.put("trace", String.format(Locale.ROOT, "%032x", trace));
        fields.put("t", nanos(at));
        fields.put("status", "ok");
        fields.put("thread", "worker-" + id % 4);
        fields.putAll(more);
        line(fields);
    }

    /** Writes a sample of a model server. */
    void sample(double at, int running, int waiting, double kvCacheUsage) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("event", "BACKEND");
        fields.put("t", nanos(at));
        fields.put("endpoint", "http://gpu:8000");
        fields.put("up", true);
        fields.put("server", "vllm");
        fields.put("model", "gpt-4o-mini");
        fields.put("engines", 1);
        fields.put("running", running);
        fields.put("waiting", waiting);
        fields.put("kv_cache_usage", kvCacheUsage);
        line(fields);
    }

    /** Returns when a moment was, in milliseconds since the run's start. */
    static double millis(Instant moment) {
        return (ChronoUnit.NANOS.between(Instant.EPOCH, moment) - EPOCH) / 1e6;
    }

    static long nanos(double millis) {
        return EPOCH + Math.round(millis * 1e6);
    }

    private void line(Map<String, ?> fields) throws IOException {
        out.write(JSON.writeValueAsString(fields));
        out.write('\n');
    }

    /** Writes a sample of the process. */
    void sample(double at, Map<String, ?> figures) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("event", "PROCESS");
        fields.put("t", nanos(at));
        fields.putAll(figures);
        line(fields);
    }

    /** Lets readers see what was written so far. */
    void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
