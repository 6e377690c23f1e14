// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.atif;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.export.RecordedAttributes;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.HandlerTime;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the format cannot hold of a trace: every span as it was recorded, to be read back. {@code docs/atif.md} describes it.
 *
 * @param content whether recorded texts are told, too
 */
public record OwnRecords(boolean content) {
    /** Returns the object that stands in {@code extra}. */
    public Map<String, Object> of(Trace trace) {
        Map<String, Object> own = new LinkedHashMap<>();
        own.put("format", 1L);
        own.put("trace", trace.id().toString());
        put(own, "run", trace.run());
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
        put(own, "parent", span.parentId() == 0 ? null : TraceId.spanText(span.parentId()));
        own.put("kind", span.kind().word());
        own.put("name", span.name());
        put(own, "rule", span.rule());
        put(own, "start_ns", span.has(SpanFlag.START_MISSING) ? null : (Object) span.startNanos());
        boolean ended = !span.has(SpanFlag.UNFINISHED);
        // one that ends before it starts is written as it is read: of no length
        put(own, "end_ns", ended ? (Object) span.endNanos() : null);
        put(own, "status", ended ? span.statusWord() : null);
        put(own, "thread", span.startThread());
        put(own, "end_thread", span.endThread());
        number(own, "queued_ns", span.queuedNanos());
        number(own, "cpu_ns", span.cpuNanos());
        number(own, "alloc_bytes", span.allocatedBytes());
        put(own, "error_type", span.errorType());
        put(own, "error_message", content ? span.errorMessage() : null);
        put(own, "chunks", span.chunks() == null ? null : chunks(span.chunks(), span.handler()));
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
        number(chunks, "first_ns", stats.firstNanos());
        number(chunks, "last_ns", stats.lastNanos());
        number(chunks, "max_gap_ns", stats.maxGapNanos());
        if (handler != null) {
            number(chunks, "handler_ns", handler.nanos());
            number(chunks, "handler_before_ns", handler.beforeFirstNanos());
            number(chunks, "handler_after_ns", handler.afterLastNanos());
        }
        return chunks;
    }

    private static void number(Map<String, Object> into, String name, long number) {
        put(into, name, Unknown.boxed(number));
    }

    private static void put(Map<String, Object> into, String name, Object value) {
        if (value != null) {
            into.put(name, value);
        }
    }
}
