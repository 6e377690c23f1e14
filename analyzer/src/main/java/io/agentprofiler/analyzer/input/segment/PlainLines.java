// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.input.segment;

import io.agentprofiler.analyzer.input.EventSink;
import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.input.event.SpanStatus;
import io.agentprofiler.schema.TraceFormat;
import java.nio.charset.StandardCharsets;

/**
 * Decodes lines of span events that are exactly as the agent writes them: its fields in its order, no blanks, texts of plain ASCII.
 * That takes a fraction of what a parser of any JSON takes. Everything else, bad lines included, is left to {@link SegmentDecoder},
 * which makes the same event of a plain line.
 *
 * <p><b>Threading:</b> one thread.
 */
final class PlainLines {
    /** Stands for the end of a line that is not plain. */
    static final int NOT_PLAIN = -1;

    private static final byte[] START = ascii("{\"event\":\"" + TraceFormat.SPAN_START + "\",\"trace\":\"");
    private static final byte[] CHUNK = ascii("{\"event\":\"" + TraceFormat.SPAN_CHUNK + "\",\"span\":\"");
    private static final byte[] END = ascii("{\"event\":\"" + TraceFormat.SPAN_END + "\",\"span\":\"");
    private static final byte[] TRACE = ascii(",\"trace\":\"");
    private static final byte[] SPAN = ascii(",\"span\":\"");
    private static final byte[] PARENT = ascii(",\"parent\":\"");
    private static final byte[] TIME = ascii(",\"t\":");
    private static final byte[] KIND = ascii(",\"kind\":\"");
    private static final byte[] NAME = ascii(",\"name\":\"");
    private static final byte[] RULE = ascii(",\"rule\":\"");
    private static final byte[] THREAD = ascii(",\"thread\":\"");
    private static final byte[] QUEUED = ascii(",\"queued_ns\":");
    private static final byte[] ATTRIBUTES = ascii(",\"attributes\":{");
    private static final byte[] INDEX = ascii(",\"i\":");
    private static final byte[] TYPE = ascii(",\"type\":\"");
    private static final byte[] CHARS = ascii(",\"chars\":");
    private static final byte[] STATUS = ascii(",\"status\":\"");
    private static final byte[] CPU = ascii(",\"cpu_ns\":");
    private static final byte[] ALLOCATED = ascii(",\"alloc_bytes\":");
    private static final byte[] CHUNKS = ascii(",\"chunks\":{");
    private static final byte[] COUNT = ascii("\"count\":");
    private static final byte[] FIRST = ascii(",\"first_t\":");
    private static final byte[] LAST = ascii(",\"last_t\":");
    private static final byte[] MAX_GAP = ascii(",\"max_gap_ns\":");
    private static final byte[] HANDLER = ascii(",\"handler_ns\":");
    private static final byte[] HANDLER_BEFORE = ascii(",\"handler_before_ns\":");
    private static final byte[] HANDLER_AFTER = ascii(",\"handler_after_ns\":");
    private static final byte[] ERROR = ascii(",\"error\":{\"type\":\"");
    private static final byte[] MESSAGE = ascii(",\"message\":\"");
    private static final byte[] CLOSE = ascii("}");
    private static final byte[] LINE_END = ascii("}\n");

    private final RecordFields record;
    private final PlainValues values;
    private final EventSink sink;

    PlainLines(RecordFields record, PlainValues values, EventSink sink) {
        this.record = record;
        this.values = values;
        this.sink = sink;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Decodes the line that begins at a place, and hands over its event.
     *
     * @param to where the block ends, which is behind a line end
     * @return where the next line begins; {@link #NOT_PLAIN} when nothing was handed over
     */
    int line(byte[] block, int from, int to) {
        values.begin(block, from, to);
        SpanEvent event;
        try {
            record.clear();
            if (values.skips(END)) {
                end();
            } else if (values.skips(CHUNK)) {
                chunk();
            } else if (values.skips(START)) {
                start();
            } else {
                return NOT_PLAIN;
            }
            values.skip(LINE_END);
            event = record.spanEvent();
        } catch (BadRecordException e) {
            return NOT_PLAIN;
        }
        sink.span(event);
        return values.place();
    }

    private void start() {
        record.event = TraceFormat.SPAN_START;
        record.trace = values.traceId();
        values.skip(SPAN);
        record.span = values.spanId();
        if (values.skips(PARENT)) {
            record.parent = values.spanId();
        }
        values.skip(TIME);
        record.time = values.number();
        values.skip(KIND);
        record.kind(values.text());
        if (values.skips(NAME)) {
            record.name = values.text();
        }
        if (values.skips(RULE)) {
            record.rule = values.text();
        }
        if (values.skips(THREAD)) {
            record.thread = values.text();
        }
        if (values.skips(QUEUED)) {
            record.queuedNanos = values.number();
        }
        attributes();
    }

    private void chunk() {
        record.event = TraceFormat.SPAN_CHUNK;
        record.span = values.spanId();
        values.skip(TIME);
        record.time = values.number();
        values.skip(INDEX);
        record.index = values.number();
        if (values.skips(TYPE)) {
            record.type = values.text();
        }
        if (values.skips(CHARS)) {
            record.chars = values.number();
        }
    }

    private void end() {
        record.event = TraceFormat.SPAN_END;
        record.span = values.spanId();
        values.skip(TRACE);
        record.trace = values.traceId();
        values.skip(TIME);
        record.time = values.number();
        values.skip(STATUS);
        record.status = SpanStatus.ofWord(values.text());
        if (values.skips(THREAD)) {
            record.thread = values.text();
        }
        if (values.skips(CPU)) {
            record.cpuNanos = values.number();
        }
        if (values.skips(ALLOCATED)) {
            record.allocatedBytes = values.number();
        }
        if (values.skips(CHUNKS)) {
            chunks();
        }
        if (values.skips(ERROR)) {
            record.errorType = values.text();
            if (values.skips(MESSAGE)) {
                record.errorMessage = values.text();
            }
            values.skip(CLOSE);
        }
        attributes();
    }

    private void chunks() {
        values.skip(COUNT);
        long count = values.number();
        values.skip(FIRST);
        long first = values.number();
        values.skip(LAST);
        long last = values.number();
        values.skip(MAX_GAP);
        long maxGap = values.number();
        if (values.skips(CHARS)) {
            values.number();
        }
        long handler = numberOf(HANDLER);
        long before = numberOf(HANDLER_BEFORE);
        long after = numberOf(HANDLER_AFTER);
        values.skip(CLOSE);
        record.chunks(count, first, last, maxGap, handler, before, after);
    }

    private long numberOf(byte[] name) {
        return values.skips(name) ? values.number() : SpanEvent.ABSENT;
    }

    private void attributes() {
        if (values.skips(ATTRIBUTES)) {
            record.attributes = values.attributes();
        }
    }
}
