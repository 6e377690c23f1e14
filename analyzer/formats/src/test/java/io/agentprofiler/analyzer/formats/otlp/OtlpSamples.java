// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp;

import io.agentprofiler.analyzer.read.InputFiles;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.UnreadableInputException;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.SpanFlags;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.workflow.SlowestWorkflows;
import io.agentprofiler.analyzer.trace.pipeline.Pipeline;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Files that other instrumentations wrote ({@code SOURCES.md} beside them), files made by hand, and how tests read them. */
public final class OtlpSamples {
    static final Path DIRECTORY = Path.of("../formats/src/test/resources/otlp");
    static final String TRACE = "5b8efff798038103d269b633813fc60c";
    static final String CHAT = text("gen_ai.operation.name", "chat");
    static final String AGENT = text("gen_ai.operation.name", "invoke_agent");
    private static final SlowestWorkflows ALL = new SlowestWorkflows(1000);
    private static final long START = 1_700_000_000_000_000_000L;

    private OtlpSamples() {}

    public static List<Path> all() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.filter(file -> file.toString().matches(".*\\.(jsonl|binpb)"))
                    .sorted()
                    .toList();
        }
    }

    static Outcome read(boolean content, Path... inputs) throws UnreadableInputException, IOException {
        return new Pipeline(List.of(ALL, SpanFlags.ANALYSIS), List.of(), new ReadOptions(content, bytes -> {}))
                .run(InputFiles.find(Arrays.asList(inputs)));
    }

    /** Reads a file of one request a line. */
    static Outcome outcome(String text) throws UnreadableInputException, IOException {
        Path file = Files.createTempFile("spans", ".jsonl");
        try {
            return read(false, Files.writeString(file, text));
        } finally {
            Files.delete(file);
        }
    }

    /** Returns the workflow that spans of a service make. */
    static Trace trace(String... spans) throws UnreadableInputException, IOException {
        return traces(outcome(request("shop", spans))).get(0);
    }

    static Span named(Trace trace, String name) {
        return trace.spans().stream()
                .filter(span -> span.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static List<Trace> traces(Outcome outcome) {
        return outcome.summary().get(ALL);
    }

    /** Returns a line a span: kind, name, what it counts of tokens. */
    static String tree(Trace trace) {
        return trace.spans().stream().map(OtlpSamples::line).collect(Collectors.joining("\n"));
    }

    private static String line(Span span) {
        Tokens used = Calls.usage(span);
        String tokens = used.isKnown()
                ? " " + (used.input() < 0 ? "-" : used.input()) + ">" + (used.output() < 0 ? "-" : used.output())
                : "";
        return "  ".repeat(span.depth()) + span.kind().word() + " " + span.name() + tokens
                + (span.isWrapper() ? " wrapper" : "");
    }

    /** A request with spans of a service. */
    static String request(String service, String... spans) {
        return "{\"resourceSpans\":[{\"resource\":{\"attributes\":[" + text("service.name", service)
                + "]},\"scopeSpans\":[{\"scope\":{\"name\":\"test\"},\"spans\":[" + String.join(",", spans) + "]}]}]}";
    }

    /** A span of {@link #TRACE}, from one millisecond to another. */
    static String span(int id, int parent, String name, long from, long to, String... attributes) {
        return span(TRACE, id, parent, name, from, to, "", attributes);
    }

    static String span(
            String trace, int id, int parent, String name, long from, long to, String more, String... attributes) {
        return "{\"traceId\":\"" + trace + "\",\"spanId\":\"" + id(id) + "\",\"parentSpanId\":\""
                + (parent == 0 ? "" : id(parent)) + "\",\"name\":\"" + name + "\",\"kind\":1,\"startTimeUnixNano\":\""
                + nanos(from) + "\",\"endTimeUnixNano\":\"" + nanos(to) + "\"," + more + "\"attributes\":["
                + String.join(",", attributes) + "]}";
    }

    static String id(int id) {
        return String.format("%016x", id);
    }

    static long nanos(long millis) {
        return START + millis * 1_000_000;
    }

    static String text(String key, String value) {
        return "{\"key\":\"" + key + "\",\"value\":{\"stringValue\":\""
                + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}}";
    }

    static String number(String key, long value) {
        return "{\"key\":\"" + key + "\",\"value\":{\"intValue\":\"" + value + "\"}}";
    }
}
