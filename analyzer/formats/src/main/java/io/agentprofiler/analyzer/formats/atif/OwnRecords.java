// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.export.RecordedAttributes;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.HandlerTime;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.read.tree.Leaves;
import io.agentprofiler.analyzer.read.tree.Located;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.Metadata;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What other formats cannot hold of a trace: every span as it was recorded, written beside what they can hold, and read back from
 * there. {@code docs/formats/atif.md} describes it.
 *
 * @param content whether recorded texts are written, or read, too
 */
public record OwnRecords(boolean content) {
    /** Where ATIF has it: in {@code extra} of a trajectory, under this name. */
    public static final String NAME = "agent_profiler";

    /** Returns the object that is written. */
    public Map<String, Object> of(Trace trace) {
        Map<String, Object> own = new LinkedHashMap<>();
        own.put("format", 1L);
        own.put("trace", trace.id().toString());
        Unknown.putKnown(own, "run", trace.run());
        trace.spans().stream()
                .filter(span -> span.has(SpanFlag.UNFINISHED))
                .mapToLong(Span::endNanos)
                .max()
                .ifPresent(last -> own.put("last_ns", last));
        List<Object> spans = new ArrayList<>();
        trace.spans().forEach(span -> spans.add(record(span)));
        own.put("spans", spans);
        return own;
    }

    private Map<String, Object> record(Span span) {
        Map<String, Object> own = new LinkedHashMap<>();
        own.put("span", TraceId.spanText(span.id()));
        Unknown.putKnown(own, "parent", span.parentId() == 0 ? null : TraceId.spanText(span.parentId()));
        own.put("kind", span.kind().word());
        own.put("name", span.name());
        Unknown.putKnown(own, "rule", span.rule());
        Unknown.putKnown(own, "start_ns", span.has(SpanFlag.START_MISSING) ? null : (Object) span.startNanos());
        boolean ended = !span.has(SpanFlag.UNFINISHED);
        // one that ends before it starts is written as it is read: of no length
        Unknown.putKnown(own, "end_ns", ended ? (Object) span.endNanos() : null);
        Unknown.putKnown(own, "status", ended ? span.statusWord() : null);
        Unknown.putKnown(own, "thread", span.startThread());
        Unknown.putKnown(own, "end_thread", span.endThread());
        Unknown.putKnown(own, "queued_ns", span.queuedNanos());
        Unknown.putKnown(own, "cpu_ns", span.cpuNanos());
        Unknown.putKnown(own, "alloc_bytes", span.allocatedBytes());
        Unknown.putKnown(own, "error_type", span.errorType());
        Unknown.putKnown(own, "error_message", content ? span.errorMessage() : null);
        Unknown.putKnown(own, "chunks", span.chunks() == null ? null : chunks(span.chunks(), span.handler()));
        Map<String, Object> attributes = new LinkedHashMap<>();
        RecordedAttributes recorded = new RecordedAttributes(content);
        for (Map.Entry<String, Object> attribute : span.attributes()) {
            if (recorded.isKept(attribute.getKey(), attribute.getValue())) {
                attributes.put(attribute.getKey(), attribute.getValue());
            }
        }
        own.put("attributes", attributes);
        return own;
    }

    private static Map<String, Object> chunks(ChunkStats stats, HandlerTime handler) {
        Map<String, Object> chunks = new LinkedHashMap<>();
        chunks.put("count", stats.count());
        Unknown.putKnown(chunks, "first_ns", stats.firstNanos());
        Unknown.putKnown(chunks, "last_ns", stats.lastNanos());
        Unknown.putKnown(chunks, "max_gap_ns", stats.maxGapNanos());
        if (handler != null) {
            Unknown.putKnown(chunks, "handler_ns", handler.nanos());
            Unknown.putKnown(chunks, "handler_before_ns", handler.beforeFirstNanos());
            Unknown.putKnown(chunks, "handler_after_ns", handler.afterLastNanos());
        }
        return chunks;
    }

    /**
     * Sends the trace that was written.
     *
     * @param own the object, empty when there is none
     * @param place where it is
     * @return whether there is one; if not, what is beside it is read as anyone's
     */
    public boolean send(Map<?, ?> own, String place, Located.Skipped problems, EventSink sink) {
        Located records = Located.of(own, place + "/extra/" + NAME, problems);
        TraceId trace = trace(records.text("trace"));
        List<Located> spans = records.objects("spans");
        if (trace == null || spans.isEmpty()) {
            return false;
        }
        long last = Long.MIN_VALUE;
        for (Located span : spans) {
            last = Math.max(last, send(trace, span, sink));
        }
        if (last == Long.MIN_VALUE) {
            return false;
        }
        // until then spans without an end are taken to have lasted
        last = Math.max(last, number(records, "last_ns"));
        sink.traceEnded(trace, last, null);
        return true;
    }

    private static TraceId trace(String text) {
        return text == null
                        || text.length() != 32
                        || id(text.substring(0, 16)) == null
                        || id(text.substring(16)) == null
                ? null
                : new TraceId(id(text.substring(0, 16)), id(text.substring(16)));
    }

    private static Long id(String text) {
        try {
            return text != null && text.length() == 16 ? (Long) Long.parseUnsignedLong(text, 16) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private long send(TraceId trace, Located span, EventSink sink) {
        Long id = id(span.text("span"));
        SpanKind kind = SpanKind.ofWord(String.valueOf(span.text("kind")));
        Long start = span.count("start_ns");
        Long end = span.count("end_ns");
        if (id == null || id == 0 || kind == null || start == null && end == null) {
            span.problem("expected a span with id, kind and a time; left out");
            return Long.MIN_VALUE;
        }
        Long parent = id(span.text("parent"));
        AttributeSet attributes = attributes(span.object("attributes"));
        if (start != null) {
            sink.span(new SpanEvent.Start(
                    trace,
                    id,
                    parent == null ? 0 : parent,
                    start,
                    kind,
                    span.text("name"),
                    span.text("rule"),
                    span.text("thread"),
                    number(span, "queued_ns"),
                    attributes));
        }
        if (end == null) {
            return start;
        }
        sink.span(new SpanEvent.End(
                trace,
                id,
                end,
                start == null ? span.text("name") : null,
                SpanStatus.ofWord(String.valueOf(span.text("status"))),
                span.text("end_thread"),
                number(span, "cpu_ns"),
                number(span, "alloc_bytes"),
                chunks(span.object("chunks")),
                span.text("error_type"),
                span.text("error_message"),
                start == null ? attributes : AttributeSet.EMPTY));
        return end;
    }

    private static long number(Located from, String field) {
        Long number = from.count(field);
        return number == null ? Unknown.LONG : number;
    }

    private static ChunkStats chunks(Located chunks) {
        Long count = chunks.count("count");
        if (count == null) {
            return null;
        }
        Long handler = chunks.count("handler_ns");
        return new ChunkStats(
                count,
                number(chunks, "first_ns"),
                number(chunks, "last_ns"),
                number(chunks, "max_gap_ns"),
                handler == null
                        ? null
                        : new HandlerTime(
                                handler, number(chunks, "handler_before_ns"), number(chunks, "handler_after_ns")));
    }

    private AttributeSet attributes(Located attributes) {
        AttributeSet.Builder into = new AttributeSet.Builder();
        if (attributes.value() instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                if (content || !Metadata.isContent(name.toString())) {
                    into.add(name.toString(), Leaves.each(value, OwnRecords::asAttribute));
                }
            });
        }
        return into.build();
    }

    /** Attributes have fractions as floating-point numbers. */
    private static Object asAttribute(Object value) {
        return value instanceof BigDecimal number ? (Object) number.doubleValue() : value;
    }
}
