// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.testing;

import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.segment.SegmentReader;
import io.agentprofiler.analyzer.trace.SpanBudget;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.assembly.Assembler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A run written by hand, line by line. Spans and traces are small numbers, times milliseconds from {@link #EPOCH}.
 *
 * <p>Attributes are given as the inside of their JSON object.
 */
public final class TestRun {
    /** Time 0 of every run: 2025-06-15 15:06:40 UTC. */
    public static final long EPOCH = 1_750_000_000_000_000_000L;

    private static final long MILLI = 1_000_000L;

    private final List<String> lines = new ArrayList<>();
    private int trace = 1;

    /** Starts a run without a header. */
    public static TestRun bare() {
        return new TestRun();
    }

    /** Starts a run with a header. */
    public static TestRun run(String id) {
        return bare().line("{\"event\":\"HEADER\",\"format\":\"agent-profiler/1\",\"run\":\"" + id
                + "\",\"service\":\"shop\",\"pid\":42,\"host\":\"box\",\"jvm\":{\"version\":\"17.0.1\",\"processors\":2,"
                + "\"max_heap_bytes\":536870912},"
                + "\"agent\":{\"version\":\"1.0\"},\"clock\":{\"epoch_ns\":" + EPOCH + ",\"nano\":0},\"settings\":{}}");
    }

    /** Returns a time in nanoseconds. */
    public static long at(double millis) {
        return EPOCH + Math.round(millis * MILLI);
    }

    /** Makes the following spans belong to a trace. */
    public TestRun trace(int number) {
        trace = number;
        return this;
    }

    public TestRun start(int span, int parent, double t, String kind, String name) {
        return start(span, parent, t, kind, name, "");
    }

    public TestRun start(int span, int parent, double t, String kind, String name, String attributes) {
        return line("{\"event\":\"SPAN_START\",\"trace\":\"" + traceId(trace) + "\",\"span\":\"" + spanId(span) + "\""
                + (parent == 0 ? "" : ",\"parent\":\"" + spanId(parent) + "\"") + ",\"t\":" + at(t) + ",\"kind\":\""
                + kind + "\",\"name\":\"" + name + "\",\"rule\":\"test/" + kind
                + "\",\"thread\":\"main\",\"attributes\":{"
                + attributes + "}}");
    }

    public TestRun chunk(int span, double t, int index) {
        return line("{\"event\":\"SPAN_CHUNK\",\"span\":\"" + spanId(span) + "\",\"t\":" + at(t) + ",\"i\":" + index
                + ",\"type\":\"text\",\"chars\":5}");
    }

    public TestRun end(int span, double t) {
        return end(span, t, "ok", "");
    }

    public TestRun end(int span, double t, String attributes) {
        return end(span, t, "ok", ",\"attributes\":{" + attributes + "}");
    }

    /** Adds an end with a status and further fields, each with a comma in front. */
    public TestRun end(int span, double t, String status, String more) {
        return line("{\"event\":\"SPAN_END\",\"span\":\"" + spanId(span) + "\",\"trace\":\"" + traceId(trace)
                + "\",\"t\":" + at(t) + ",\"status\":\"" + status + "\",\"thread\":\"main\"" + more + "}");
    }

    /** Adds a whole span. */
    public TestRun span(int span, int parent, double from, double to, String kind, String name) {
        return start(span, parent, from, kind, name).end(span, to);
    }

    /** Adds a whole span that is the first of a task, on a thread for which the task waited. */
    public TestRun task(
            int span, int parent, double from, double to, String kind, String name, String thread, double queued) {
        return line("{\"event\":\"SPAN_START\",\"trace\":\"" + traceId(trace) + "\",\"span\":\"" + spanId(span) + "\""
                        + ",\"parent\":\"" + spanId(parent) + "\",\"t\":" + at(from) + ",\"kind\":\"" + kind
                        + "\",\"name\":\"" + name + "\",\"rule\":\"test/" + kind + "\",\"thread\":\"" + thread
                        + "\",\"queued_ns\":" + Math.round(queued * MILLI) + "}")
                .line("{\"event\":\"SPAN_END\",\"span\":\"" + spanId(span) + "\",\"trace\":\"" + traceId(trace)
                        + "\",\"t\":" + at(to) + ",\"status\":\"ok\",\"thread\":\"" + thread + "\"}");
    }

    /** Adds final counters that account for what was written so far. */
    public TestRun footer() {
        return footer("{}");
    }

    /** Adds final counters with the given drops. */
    public TestRun footer(String dropped) {
        String counts = "{\"SPAN_START\":" + count("SPAN_START") + ",\"SPAN_CHUNK\":" + count("SPAN_CHUNK")
                + ",\"SPAN_END\":" + count("SPAN_END") + "}";
        return line(
                "{\"event\":\"FOOTER\",\"emitted\":" + counts + ",\"written\":" + counts + ",\"dropped\":" + dropped
                        + ",\"queued\":{},\"started\":" + count("SPAN_START") + ",\"ended\":" + count("SPAN_END")
                        + ",\"open\":0,\"abandoned\":0,\"payloads_dropped\":0,\"absorbed\":0,\"consumer_cpu_ns\":1500000,\"rules\":[]}");
    }

    private long count(String event) {
        return lines.stream().filter(line -> line.contains("\"" + event + "\"")).count();
    }

    /** Adds any line. */
    public TestRun line(String line) {
        lines.add(line);
        return this;
    }

    /** Adds the lines of another run. */
    public TestRun lines(List<String> more) {
        lines.addAll(more);
        return this;
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** Returns the file's text. */
    public String text() {
        return String.join("\n", lines) + "\n";
    }

    /** Writes the run to a file, making its directory. */
    public Path write(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            return Files.writeString(file, text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the events, decoded by the reader. */
    public List<SpanEvent> events() {
        List<SpanEvent> events = new ArrayList<>();
        Path file = null;
        try {
            file = Files.createTempFile("run", ".jsonl");
            write(file);
            Problems problems = new Problems(file);
            new SegmentReader()
                    .read(
                            TraceFile.of(file),
                            new ReadOptions(true, bytes -> {}),
                            new EventSink() {
                                @Override
                                public void span(SpanEvent event) {
                                    events.add(event);
                                }

                                @Override
                                public void run(RunEvent event) {
                                    // only spans are wanted
                                }
                            },
                            problems);
            if (problems.skipped() + problems.tornLines() > 0) {
                throw new IllegalStateException(problems.first().toString());
            }
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return events;
    }

    /** Returns the traces, in the order they are handed over. */
    public List<Trace> traces() {
        return assemble(events());
    }

    /** Returns the only trace. */
    public Trace trace() {
        List<Trace> traces = traces();
        if (traces.size() != 1) {
            throw new IllegalStateException(traces.size() + " traces");
        }
        return traces.get(0);
    }

    /** Assembles events. */
    public static List<Trace> assemble(List<SpanEvent> events) {
        List<Trace> traces = new ArrayList<>();
        Assembler assembler = new Assembler(traces::add, new SpanBudget(Long.MAX_VALUE));
        events.forEach(assembler::accept);
        assembler.finish(assembler.lastNanos());
        return traces;
    }

    public static String traceId(int number) {
        return String.format(Locale.ROOT, "%032x", number);
    }

    public static String spanId(int number) {
        return String.format(Locale.ROOT, "%016x", number);
    }

    /** Returns chunk statistics with times in milliseconds. */
    public static ChunkStats chunks(long count, double first, double last, double gap) {
        return new ChunkStats(count, at(first), at(last), Math.round(gap * MILLI));
    }

    /** Returns attributes of names and values in turns. */
    public static AttributeSet attributes(Object... namesAndValues) {
        AttributeSet.Builder builder = new AttributeSet.Builder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            builder.add((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return builder.build();
    }
}
