// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.span;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.atif.span.TrajectorySpans.References;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.HandlerTime;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.read.tree.Leaves;
import io.agentprofiler.analyzer.read.tree.Located;
import io.agentprofiler.shared.schema.Metadata;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** Reads back the spans that our own export puts beside a trajectory: the trace as it was recorded. */
public final class RecordedSpans {
    private RecordedSpans() {}

    /**
     * Sends the trace.
     *
     * @return whether there is one; if not, the trajectory is read as anyone's
     */
    public static boolean send(Map<?, ?> own, String place, References references, boolean content, EventSink sink) {
        Located records = Located.of(own, place + "/extra/agent_profiler", references::problem);
        TraceId trace = trace(records.text("trace"));
        List<Located> spans = records.objects("spans");
        if (trace == null || spans.isEmpty()) {
            return false;
        }
        long last = Long.MIN_VALUE;
        for (Located span : spans) {
            last = Math.max(last, span(trace, span, content, sink));
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

    private static long span(TraceId trace, Located span, boolean content, EventSink sink) {
        Long id = id(span.text("span"));
        SpanKind kind = SpanKind.ofWord(String.valueOf(span.text("kind")));
        Long start = span.count("start_ns");
        Long end = span.count("end_ns");
        if (id == null || id == 0 || kind == null || start == null && end == null) {
            span.problem("expected a span with id, kind and a time; left out");
            return Long.MIN_VALUE;
        }
        Long parent = id(span.text("parent"));
        AttributeSet attributes = attributes(span.object("attributes"), content);
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

    private static AttributeSet attributes(Located attributes, boolean content) {
        AttributeSet.Builder into = new AttributeSet.Builder();
        if (attributes.value() instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                if (content || !Metadata.isContent(name.toString())) {
                    into.add(name.toString(), Leaves.each(value, RecordedSpans::asAttribute));
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
