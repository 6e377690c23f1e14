// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.otlp.span;

import io.agentprofiler.analyzer.answer.cost.price.CallPrice;
import io.agentprofiler.analyzer.answer.cost.price.PriceList;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.HandlerTime;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;

/** What a trace knows of a span and OpenTelemetry has no place for: it brings the span back as it was recorded. */
final class OwnAttributes {
    /** Where their names begin. */
    static final String PREFIX = "agentprofiler.span.";

    private OwnAttributes() {}

    static void add(Span span, PriceList prices, SpanAttributes into) {
        boolean ended = !span.has(SpanFlag.UNFINISHED);
        into.add(PREFIX + "kind", span.kind().word());
        into.add(PREFIX + "rule", span.rule());
        into.add(PREFIX + "status", ended ? span.statusWord() : null);
        flag(span, SpanFlag.STATUS_UNKNOWN, into);
        flag(span, SpanFlag.UNFINISHED, into);
        flag(span, SpanFlag.START_MISSING, into);
        flag(span, SpanFlag.NEGATIVE_DURATION, into);
        if (span.has(SpanFlag.PARENT_CYCLE)) {
            into.add(PREFIX + "parent", TraceId.spanText(span.parentId()));
        }
        into.number(PREFIX + "queued_ns", span.queuedNanos());
        into.number(PREFIX + "cpu_ns", span.cpuNanos());
        into.number(PREFIX + "alloc_bytes", span.allocatedBytes());
        into.add("thread.name", span.startThread());
        into.add(PREFIX + "end_thread", span.endThread());
        stream(span.chunks(), span.handler(), into);
        into.add(PREFIX + "self_ns", span.isSelfTimed() ? (Object) span.selfNanos() : null);
        CallPrice price = Calls.usesTokens(span) ? prices.price(span) : null;
        if (price != null && price.isKnown()) {
            into.add(PREFIX + "cost_usd", price.cost().total().doubleValue());
        }
        into.add(Attributes.ERROR_TYPE, span.errorType());
    }

    private static void flag(Span span, SpanFlag flag, SpanAttributes into) {
        if (span.has(flag)) {
            into.add(PREFIX + flag.word(), true);
        }
    }

    private static void stream(ChunkStats chunks, HandlerTime handler, SpanAttributes into) {
        if (chunks != null) {
            into.number(PREFIX + "chunks.count", chunks.count());
            into.number(PREFIX + "chunks.first_ns", chunks.firstNanos());
            into.number(PREFIX + "chunks.last_ns", chunks.lastNanos());
            into.number(PREFIX + "chunks.max_gap_ns", chunks.maxGapNanos());
        }
        if (handler != null) {
            into.number(PREFIX + "handler_ns", handler.nanos());
            into.number(PREFIX + "handler_before_ns", handler.beforeFirstNanos());
            into.number(PREFIX + "handler_after_ns", handler.afterLastNanos());
        }
    }
}
