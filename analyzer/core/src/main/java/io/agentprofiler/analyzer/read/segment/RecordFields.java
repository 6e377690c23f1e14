// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.ChunkStats;
import io.agentprofiler.analyzer.read.event.HandlerTime;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.shared.schema.SpanKind;
import io.agentprofiler.shared.schema.TraceFormat;

/**
 * The fields of a record that is being decoded, and the span event that they make. One object for all records: no map, no tree.
 *
 * <p><b>Threading:</b> one thread.
 */
final class RecordFields {
    String event;
    TraceId trace;
    long span;
    long parent;
    long time;
    SpanKind kind;
    String name;
    String rule;
    String thread;
    AttributeSet attributes;
    SpanStatus status;
    long cpuNanos;
    long allocatedBytes;
    ChunkStats chunks;
    String errorType;
    String errorMessage;
    long index;
    String type;
    long chars;
    long queuedNanos;

    /** Forgets the record before. */
    void clear() {
        event = null;
        trace = null;
        span = 0;
        parent = 0;
        time = Unknown.LONG;
        kind = null;
        name = null;
        rule = null;
        thread = null;
        attributes = AttributeSet.EMPTY;
        status = null;
        cpuNanos = Unknown.LONG;
        allocatedBytes = Unknown.LONG;
        chunks = null;
        errorType = null;
        errorMessage = null;
        index = Unknown.LONG;
        type = null;
        chars = Unknown.LONG;
        queuedNanos = Unknown.LONG;
    }

    /** Takes the word for a kind. One that this version does not know is still work that took its time. */
    void kind(String word) {
        SpanKind known = SpanKind.ofWord(word);
        kind = known == null ? SpanKind.FUNCTION : known;
    }

    /** Takes the statistics of a streamed result; what of them is not known is absent, and the count 0. */
    void chunks(long count, long first, long last, long maxGap, long handler, long before, long after) {
        HandlerTime known = handler < 0 ? null : new HandlerTime(handler, before, after);
        chunks = count > 0 || known != null ? new ChunkStats(Math.max(0, count), first, last, maxGap, known) : null;
    }

    /**
     * Returns the event that the fields make, {@code null} when it is none of a span.
     *
     * @throws BadRecordException when fields are missing
     */
    SpanEvent spanEvent() {
        return switch (event) {
            case TraceFormat.SPAN_START -> {
                require(trace != null, "trace");
                requireSpanAndTime();
                yield new SpanEvent.Start(
                        trace,
                        span,
                        parent,
                        time,
                        kind == null ? SpanKind.FUNCTION : kind,
                        name,
                        rule,
                        thread,
                        queuedNanos,
                        attributes);
            }
            case TraceFormat.SPAN_CHUNK -> {
                requireSpanAndTime();
                yield new SpanEvent.Chunk(span, time, (int) Math.max(index, -1), type, (int) Math.max(chars, -1));
            }
            case TraceFormat.SPAN_END -> {
                requireSpanAndTime();
                yield new SpanEvent.End(
                        trace,
                        span,
                        time,
                        name,
                        status == null ? SpanStatus.OK : status,
                        thread,
                        cpuNanos,
                        allocatedBytes,
                        chunks,
                        errorType,
                        errorMessage,
                        attributes);
            }
            default -> null;
        };
    }

    private void requireSpanAndTime() {
        require(span != 0, "span");
        require(time != Unknown.LONG, "t");
    }

    private void require(boolean present, String field) {
        if (!present) {
            throw new BadRecordException(event + " without \"" + field + "\"");
        }
    }
}
