// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.event.SpanChunk;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Stands in for the engine and the ring: spans are opened and ended as the engine does it, and their events wait here
 * until {@link #drain} hands them to the sink.
 */
public final class FlightRun implements AutoCloseable {
    public static final PipelineCounters.Snapshot BOOKS = books();

    public final FlightGate gate;
    public final JfrSink sink;
    final FlightControl control;
    private final Queue<Runnable> ring = new ArrayDeque<>();
    private long nextId = 0xabcdef0123456789L;

    public FlightRun() {
        gate = new FlightGate();
        sink = new JfrSink(gate, "acme");
        control = FlightControl.start(gate, sink, this::drain);
    }

    private static PipelineCounters.Snapshot books() {
        PipelineCounters.Snapshot.SnapshotDraft books = new PipelineCounters.Snapshot.SnapshotDraft();
        books.emitted = Map.of("SPAN_START", 5L, "SPAN_CHUNK", 20L, "SPAN_END", 4L);
        books.written = Map.of("SPAN_START", 5L, "SPAN_CHUNK", 7L, "SPAN_END", 3L);
        books.dropped = Map.of("SPAN_CHUNK", Map.of("ring_full", 12L));
        books.queued = Map.of("SPAN_START", 0L, "SPAN_CHUNK", 1L, "SPAN_END", 1L);
        books.payloadsDropped = 6;
        books.started = 5;
        books.ended = 4;
        books.open = 1;
        books.abandoned = 0;
        books.suppressed = 2;
        books.consumerCpuNanos = 7_000_000;
        books.lateMillis = 9;
        return books.build();
    }

    public static Rule rule(SpanKind kind) {
        Rule.RuleDraft rule = new Rule.RuleDraft();
        rule.file = "acme";
        rule.id = kind.word() + "-rule";
        rule.kind = kind;
        rule.operation = kind.word();
        rule.match = new Match(Match.By.CLASS, "acme.Work", List.of(), List.of());
        return rule.build();
    }

    /** Opens a span on the calling thread, as {@code SpanLifecycle.open} does. */
    public Span open(Rule rule, Span parent, String name, Map<String, Object> attributes) {
        Span span = new Span(
                rule,
                new Span.Site("acme.Work", "run", new String[0][]),
                parent,
                0x0123456789abcdefL,
                parent == null ? 0xfedcba9876543210L : parent.traceLow,
                nextId++,
                System.nanoTime(),
                false);
        gate.begin(ThreadContext.get(), span);
        Thread thread = Thread.currentThread();
        ring.add(() -> {
            SpanStart start = new SpanStart();
            start.span = span;
            start.parentId = parent == null ? 0 : parent.id;
            start.epochNanos = span.startNanos;
            start.name = name;
            start.thread = thread;
            start.threadName = thread.getName();
            start.attributes.putAll(attributes);
            sink.start(start);
        });
        return span;
    }

    public void chunk(Span span, long nanosAfterStart, int chars) {
        if (span.chunks == null) {
            span.chunks = new Span.ChunkStats();
            span.chunks.firstNanos = span.startNanos + nanosAfterStart;
        } else {
            span.chunks.maxGapNanos =
                    Math.max(span.chunks.maxGapNanos, span.startNanos + nanosAfterStart - span.chunks.lastNanos);
        }
        span.chunks.lastNanos = span.startNanos + nanosAfterStart;
        int index = span.chunks.count++;
        ring.add(() -> {
            SpanChunk chunk = new SpanChunk();
            chunk.span = span;
            chunk.epochNanos = span.startNanos + nanosAfterStart;
            chunk.index = index;
            chunk.type = "text";
            chunk.chars = chars;
            sink.chunk(chunk);
        });
    }

    public void leave(Span span) {
        gate.leave(ThreadContext.get(), span);
    }

    public void end(Span span, SpanEnd.Status status, String errorMessage, Map<String, Object> attributes) {
        span.end();
        gate.end(span, true);
        Thread thread = Thread.currentThread();
        ring.add(() -> {
            SpanEnd end = new SpanEnd();
            end.span = span;
            end.epochNanos = span.startNanos;
            end.status = status;
            end.thread = thread;
            end.threadName = thread.getName();
            end.cpuNanos = -1;
            end.allocatedBytes = -1;
            end.errorType = errorMessage == null ? null : "java.io.IOException";
            end.errorMessage = errorMessage;
            end.attributes.putAll(attributes);
            sink.end(end);
        });
    }

    /** Opens, leaves and ends a span without anything special. */
    public Span span(Rule rule, Span parent) {
        Span span = open(rule, parent, "work", Map.of());
        leave(span);
        end(span, SpanEnd.Status.OK, null, Map.of());
        return span;
    }

    /** Hands everything to the sink, on the calling thread. */
    public PipelineCounters.Snapshot drain(long maxMillis) {
        for (Runnable event : new ArrayList<>(ring)) {
            event.run();
        }
        ring.clear();
        return BOOKS;
    }

    @Override
    public void close() {
        control.close();
    }
}
