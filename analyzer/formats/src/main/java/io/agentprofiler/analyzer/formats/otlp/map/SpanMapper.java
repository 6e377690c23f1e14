// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.map;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.otlp.span.Origin;
import io.agentprofiler.analyzer.formats.otlp.span.OtlpSpan;
import io.agentprofiler.analyzer.formats.otlp.span.SpanTaker;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.read.text.PromptBlocks;
import io.agentprofiler.shared.schema.Attributes;
import java.util.List;
import java.util.Map;

/**
 * Makes our spans of any producer's.
 *
 * <p><b>Threading:</b> one thread a file.
 */
public final class SpanMapper implements SpanTaker {
    private static final String THREAD = "thread.name";
    private static final String SERVICE = "service.name";
    /** Attributes of a producer's own that are kept of a span. */
    private static final int MOST_UNKNOWN = 64;

    private final AttributeMaps maps = AttributeMaps.BUNDLED;
    private final boolean content;
    private final EventSink sink;
    private final Problems problems;
    private final OwnSpans own;
    private final Texts texts = new Texts();
    private long taken;

    /**
     * Prepares for a file.
     *
     * @param content whether prompts and answers are wanted
     */
    public SpanMapper(boolean content, EventSink sink, Problems problems) {
        this.content = content;
        this.sink = sink;
        this.problems = problems;
        this.own = new OwnSpans(content, sink, problems);
    }

    /** Returns how many spans were taken. */
    public long taken() {
        return taken;
    }

    @Override
    public void take(Origin origin, OtlpSpan span) {
        taken++;
        Facts facts = Facts.of(maps, span);
        if (OwnSpans.isOwn(span)) {
            own.take(origin, span);
            return;
        }
        facts.wrong()
                .forEach((name, expected) -> problems.skipped(
                        0,
                        "span " + TraceId.spanText(span.id()) + ", attribute " + name + ": expected " + expected
                                + "; left out"));
        Map<String, Object> values = facts.values();
        settleUsage(values);
        Contents.add(maps, span, facts.kind(), values);
        Failure failure = Failure.of(maps, span);
        if (failure.message() != null) {
            values.put(Attributes.ERROR_MESSAGE_LENGTH, PromptBlocks.payload(failure.message()));
        }
        Contents.hide(values, content);
        keepUnknown(facts, values);
        String service = origin.text(SERVICE);
        if (service != null) {
            values.put(SERVICE, service);
        }
        values.put(Attributes.SOURCE, facts.convention() == null ? Attributes.SOURCE_NONE : facts.convention());
        if (maps.runningTotals.entrySet().stream()
                .anyMatch(one -> one.getValue().contains(String.valueOf(span.text(one.getKey()))))) {
            values.put(Attributes.RUNNING_TOTALS, true);
        }
        if (span.startNanos() == Unknown.LONG) {
            values.put(Attributes.TIMING, Attributes.TIMING_MOMENT);
        }
        if (span.hasRemoteParent()) {
            // it counts only where the parent is not in the files
            values.put(Attributes.REMOTE_PARENT, true);
        }
        send(span, facts, values, failure);
    }

    private void send(OtlpSpan span, Facts facts, Map<String, Object> values, Failure failure) {
        AttributeSet.Builder attributes = new AttributeSet.Builder();
        values.forEach((name, value) -> attributes.add(texts.same(name), texts.same(value)));
        long start = span.startNanos() == Unknown.LONG ? span.endNanos() : span.startNanos();
        String thread = span.text(THREAD);
        sink.span(new SpanEvent.Start(
                span.trace(),
                span.id(),
                span.parent(),
                start,
                facts.kind(),
                span.name() == null || span.name().isEmpty() ? facts.kind().word() : texts.text(span.name()),
                null,
                thread == null ? null : texts.text(thread),
                attributes.build()));
        List<Long> chunks = Chunks.each(maps, span);
        for (int i = 0; i < chunks.size(); i++) {
            sink.span(new SpanEvent.Chunk(span.id(), chunks.get(i), i, "text", -1));
        }
        if (span.endNanos() == Unknown.LONG) {
            return;
        }
        ChunkStats stats = Chunks.stats(maps, span, chunks, values);
        sink.span(new SpanEvent.End(
                span.trace(),
                span.id(),
                span.endNanos(),
                null,
                failure.status(),
                thread == null ? null : texts.text(thread),
                Unknown.LONG,
                Unknown.LONG,
                stats,
                failure.status() == SpanStatus.OK ? null : failure.type(),
                failure.message(),
                AttributeSet.EMPTY));
    }

    /** A part cannot be larger than its whole: where it is, the producer counts the whole without it. */
    private static void settleUsage(Map<String, Object> values) {
        long parts = number(values, Attributes.CACHE_READ_TOKENS) + number(values, Attributes.CACHE_CREATION_TOKENS);
        add(values, Attributes.INPUT_TOKENS, parts);
        add(values, Attributes.OUTPUT_TOKENS, number(values, Attributes.REASONING_TOKENS));
    }

    private static void add(Map<String, Object> values, String whole, long part) {
        if (values.get(whole) instanceof Long number && part > number) {
            values.put(whole, number + part);
        }
    }

    private static long number(Map<String, Object> values, String name) {
        return values.get(name) instanceof Long number ? number : 0;
    }

    /** Of attributes that no map knows, numbers and truth values are kept, and texts where content is. */
    private void keepUnknown(Facts facts, Map<String, Object> values) {
        int kept = 0;
        for (Map.Entry<String, Object> attribute : facts.unknown().entrySet()) {
            Object value = attribute.getValue();
            boolean plain = value instanceof Boolean || value instanceof Number || content && value instanceof String;
            if (plain && kept < MOST_UNKNOWN && !values.containsKey(attribute.getKey())) {
                values.put(attribute.getKey(), value);
                kept++;
            }
        }
    }
}
