// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.attribute;

import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.formats.otlp.wire.AttributeNames;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.HandlerTime;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;

/** What a trace knows of a span and OpenTelemetry has no place for: it brings the span back as it was recorded. */
final class OwnAttributes {
    private OwnAttributes() {}

    static void add(Span span, PriceList prices, SpanAttributes into) {
        boolean ended = !span.has(SpanFlag.UNFINISHED);
        into.add(AttributeNames.KIND, span.kind().word());
        into.add(AttributeNames.RULE, span.rule());
        into.add(AttributeNames.STATUS, ended ? span.statusWord() : null);
        flag(span, SpanFlag.STATUS_UNKNOWN, into);
        flag(span, SpanFlag.UNFINISHED, into);
        flag(span, SpanFlag.START_MISSING, into);
        flag(span, SpanFlag.NEGATIVE_DURATION, into);
        if (span.has(SpanFlag.PARENT_CYCLE)) {
            into.add(AttributeNames.PARENT, TraceId.spanText(span.parentId()));
        }
        into.number(AttributeNames.QUEUED, span.queuedNanos());
        into.number(AttributeNames.CPU, span.cpuNanos());
        into.number(AttributeNames.ALLOCATED, span.allocatedBytes());
        into.add(AttributeNames.THREAD, span.startThread());
        into.add(AttributeNames.END_THREAD, span.endThread());
        stream(span.chunks(), span.handler(), into);
        into.add(AttributeNames.OWN + "self_ns", span.isSelfTimed() ? (Object) span.selfNanos() : null);
        CallPrice price = Calls.usesTokens(span) ? prices.price(span) : null;
        if (price != null && price.isKnown()) {
            into.add(AttributeNames.OWN + "cost_usd", price.cost().total().doubleValue());
        }
        into.add(Attributes.ERROR_TYPE, span.errorType());
    }

    private static void flag(Span span, SpanFlag flag, SpanAttributes into) {
        if (span.has(flag)) {
            into.add(AttributeNames.OWN + flag.word(), true);
        }
    }

    private static void stream(ChunkStats chunks, HandlerTime handler, SpanAttributes into) {
        if (chunks != null) {
            into.number(AttributeNames.CHUNKS, chunks.count());
            into.number(AttributeNames.FIRST_CHUNK, chunks.firstNanos());
            into.number(AttributeNames.LAST_CHUNK, chunks.lastNanos());
            into.number(AttributeNames.LONGEST_GAP, chunks.maxGapNanos());
        }
        if (handler != null) {
            into.number(AttributeNames.HANDLER, handler.nanos());
            into.number(AttributeNames.HANDLER_BEFORE, handler.beforeFirstNanos());
            into.number(AttributeNames.HANDLER_AFTER, handler.afterLastNanos());
        }
    }
}
