// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.map;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.otlp.wire.AttributeNames;
import io.agentprofiler.analyzer.formats.otlp.wire.OtlpSpan;
import io.agentprofiler.analyzer.formats.otlp.wire.Resource;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.read.text.PromptBlocks;
import io.agentprofiler.shared.schema.Attributes;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes our spans of any producer's.
 *
 * <p><b>Threading:</b> one thread a file.
 */
public final class SpanMapper implements OtlpSpan.SpanTaker {
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
    public void take(Resource origin, OtlpSpan span) {
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
        String service = origin.text(AttributeNames.SERVICE);
        if (service != null) {
            values.put(AttributeNames.SERVICE, service);
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
        String thread = span.text(AttributeNames.THREAD);
        sink.span(new SpanEvent.Start(
                span.trace(),
                span.id(),
                span.parent(),
                start,
                facts.kind(),
                span.name() == null || span.name().isEmpty() ? facts.kind().word() : texts.text(span.name()),
                null,
                thread == null ? null : texts.text(thread),
                Unknown.LONG,
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

    /** Gives the same object for texts that come back all the time: spans are many, their words are few. */
    private static final class Texts {
        private static final int SLOTS = 4096;
        private static final int MOST_CHARS = 64;

        private final String[] known = new String[SLOTS];

        /** Returns the same text, where it is one that was met lately. */
        String text(String text) {
            if (text.length() > MOST_CHARS) {
                return text;
            }
            int hash = text.hashCode();
            int slot = (hash ^ hash >>> 13) & SLOTS - 1;
            if (!text.equals(known[slot])) {
                known[slot] = text;
            }
            return known[slot];
        }

        /** Returns a text so; anything else as it is. */
        Object same(Object value) {
            return value instanceof String text ? text(text) : value;
        }

        /** Returns a name so. */
        String same(String name) {
            return text(name);
        }
    }

    /** When the parts of a streamed answer came, as far as a span tells. */
    private static final class Chunks {
        private static final String SECONDS_TO_FIRST = "gen_ai.response.time_to_first_chunk";

        private Chunks() {}

        /** Returns when each chunk came, by time, where the producer records each. */
        static List<Long> each(AttributeMaps maps, OtlpSpan span) {
            List<Long> times = new ArrayList<>();
            for (OtlpSpan.Event event : span.events()) {
                AttributeMaps.EventRule rule = maps.events.get(event.name());
                if (rule != null && "each".equals(rule.chunk()) && event.epochNanos() != Unknown.LONG) {
                    times.add(event.epochNanos());
                }
            }
            times.sort(null);
            return times;
        }

        /** Returns what is known of a streamed answer, {@code null} where that is nothing. */
        static ChunkStats stats(AttributeMaps maps, OtlpSpan span, List<Long> each, Map<String, Object> values) {
            if (!each.isEmpty()) {
                long gap = each.size() < 2 ? Unknown.LONG : 0;
                for (int i = 1; i < each.size(); i++) {
                    gap = Math.max(gap, each.get(i) - each.get(i - 1));
                }
                return new ChunkStats(each.size(), each.get(0), each.get(each.size() - 1), gap);
            }
            long first = first(maps, span, values);
            boolean within = first != Unknown.LONG
                    && span.startNanos() != Unknown.LONG
                    && first >= span.startNanos()
                    && first <= span.endNanos();
            // at least one came; how many, and when the last, is not said
            return within ? new ChunkStats(1, first, Unknown.LONG, Unknown.LONG) : null;
        }

        private static long first(AttributeMaps maps, OtlpSpan span, Map<String, Object> values) {
            if (values.get(SECONDS_TO_FIRST) instanceof Number seconds && span.startNanos() != Unknown.LONG) {
                return span.startNanos() + Math.round(seconds.doubleValue() * 1e9);
            }
            for (String name : maps.firstChunkAfterMillis) {
                Number millis = Values.number(span.attributes().get(name));
                if (millis != null && span.startNanos() != Unknown.LONG) {
                    return span.startNanos() + Math.round(millis.doubleValue() * 1e6);
                }
            }
            for (String name : maps.firstChunkAt) {
                if (JsonText.parsed(span.attributes().get(name)) instanceof String time) {
                    try {
                        Instant at = Instant.parse(time);
                        return Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano());
                    } catch (DateTimeException | ArithmeticException e) {
                        // not a time: as if it were not there
                    }
                }
            }
            for (OtlpSpan.Event event : span.events()) {
                AttributeMaps.EventRule rule = maps.events.get(event.name());
                if (rule != null && "first".equals(rule.chunk())) {
                    return event.epochNanos();
                }
            }
            return Unknown.LONG;
        }
    }
}
