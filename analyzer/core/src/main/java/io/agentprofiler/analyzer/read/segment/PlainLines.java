// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.shared.schema.SpanKind;
import io.agentprofiler.shared.schema.TraceFormat;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Decodes lines of span events that are exactly as the agent writes them: its fields in its order, no blanks, texts of plain ASCII.
 * That takes a fraction of what a parser of any JSON takes. Everything else, bad lines included, is left to {@link SegmentDecoder},
 * which makes the same event of a plain line.
 *
 * <p>What comes in which order is in tables, and is gone through by one loop. The JVM compiles it in a fraction of the time that it
 * would take for a line of code for each field, which counts: most commands end before they have read for long. Tables are arrays: that
 * compiler inlines no method of an interface.
 *
 * <p>It stays because it pays: without it, {@code report} of 3 million events took 24.6 and 27.0 s of CPU time instead of 20.7 and
 * 22.2 s (in turns, JDK 17, two busy processors, 2026-11-29).
 *
 * <p><b>Threading:</b> one thread.
 */
final class PlainLines {
    /** Stands for the end of a line that is not plain. */
    static final int NOT_PLAIN = -1;

    /** What a field is set to. */
    private enum PlainValue {
        TRACE_ID,
        SPAN_ID,
        PARENT_ID,
        TIME,
        KIND,
        NAME,
        RULE,
        THREAD,
        QUEUED,
        INDEX,
        TYPE,
        CHARS,
        STATUS,
        CPU,
        ALLOCATED,
        CHUNKS,
        ERROR,
        ATTRIBUTES
    }

    /**
     * A field.
     *
     * @param before all that comes before its value, the value's opening quote or brace included
     * @param required whether the agent always writes it
     */
    private record Field(byte[] before, PlainValue value, boolean required) {
        static Field always(String before, PlainValue value) {
            return new Field(ascii(before), value, true);
        }

        static Field often(String before, PlainValue value) {
            return new Field(ascii(before), value, false);
        }
    }

    /**
     * An event's fields in their order.
     *
     * @param begin what a line begins with, the name of the first field included
     * @param first what the first field is
     * @param fields the others
     */
    private record Shape(String event, byte[] begin, PlainValue first, Field[] fields) {
        static Shape of(String event, String name, PlainValue first, Field... fields) {
            return new Shape(event, ascii("{\"event\":\"" + event + "\",\"" + name + "\":\""), first, fields);
        }
    }

    private static final Field THREAD = Field.often(",\"thread\":\"", PlainValue.THREAD);
    private static final Field TIME = Field.always(",\"t\":", PlainValue.TIME);
    private static final Field ATTRIBUTES = Field.often(",\"attributes\":{", PlainValue.ATTRIBUTES);

    private static final Shape END = Shape.of(
            TraceFormat.SPAN_END,
            "span",
            PlainValue.SPAN_ID,
            Field.always(",\"trace\":\"", PlainValue.TRACE_ID),
            TIME,
            Field.always(",\"status\":\"", PlainValue.STATUS),
            THREAD,
            Field.often(",\"cpu_ns\":", PlainValue.CPU),
            Field.often(",\"alloc_bytes\":", PlainValue.ALLOCATED),
            Field.often(",\"chunks\":{", PlainValue.CHUNKS),
            Field.often(",\"error\":{\"type\":\"", PlainValue.ERROR),
            ATTRIBUTES);
    private static final Shape CHUNK = Shape.of(
            TraceFormat.SPAN_CHUNK,
            "span",
            PlainValue.SPAN_ID,
            TIME,
            Field.always(",\"i\":", PlainValue.INDEX),
            Field.often(",\"type\":\"", PlainValue.TYPE),
            Field.often(",\"chars\":", PlainValue.CHARS));
    private static final Shape START = Shape.of(
            TraceFormat.SPAN_START,
            "trace",
            PlainValue.TRACE_ID,
            Field.always(",\"span\":\"", PlainValue.SPAN_ID),
            Field.often(",\"parent\":\"", PlainValue.PARENT_ID),
            TIME,
            Field.always(",\"kind\":\"", PlainValue.KIND),
            Field.often(",\"name\":\"", PlainValue.NAME),
            Field.often(",\"rule\":\"", PlainValue.RULE),
            THREAD,
            Field.often(",\"queued_ns\":", PlainValue.QUEUED),
            ATTRIBUTES);
    private static final Shape[] SHAPES = {END, CHUNK, START};

    /** Of the statistics of a streamed result the first four are always there. */
    private static final byte[][] STATISTICS = {
        ascii("\"count\":"),
        ascii(",\"first_t\":"),
        ascii(",\"last_t\":"),
        ascii(",\"max_gap_ns\":"),
        ascii(",\"chars\":"),
        ascii(",\"handler_ns\":"),
        ascii(",\"handler_before_ns\":"),
        ascii(",\"handler_after_ns\":")
    };

    private static final int ALWAYS = 4;

    private static final byte[] MESSAGE = ascii(",\"message\":\"");
    private static final byte[] CLOSE = ascii("}");
    private static final byte[] LINE_END = ascii("}\n");

    /** What stands before the first attribute, by the kind of span that a start tells; of ends, which do not tell it, the first. */
    private final NameGuess.Name[] first = new NameGuess.Name[1 + SpanKind.values().length];

    private final RecordFields record;
    private final PlainValues values;
    private final EventSink sink;
    /** Of {@link #STATISTICS}. */
    private final long[] statistics = new long[STATISTICS.length];

    PlainLines(RecordFields record, PlainValues values, EventSink sink) {
        Arrays.setAll(first, any -> NameGuess.beforeFirst());
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
            Shape shape = shape();
            if (shape == null) {
                return NOT_PLAIN;
            }
            read(shape);
            event = record.spanEvent();
        } catch (BadRecordException e) {
            return NOT_PLAIN;
        }
        sink.span(event);
        return values.place();
    }

    private Shape shape() {
        for (Shape shape : SHAPES) {
            if (values.skips(shape.begin())) {
                return shape;
            }
        }
        return null;
    }

    private void read(Shape shape) {
        record.clear();
        record.event = shape.event();
        take(shape.first());
        for (Field field : shape.fields()) {
            if (values.skips(field.before())) {
                take(field.value());
            } else if (field.required()) {
                throw PlainValues.NOT_PLAIN;
            }
        }
        values.skip(LINE_END);
    }

    private void take(PlainValue value) {
        switch (value) {
            case TRACE_ID -> record.trace = values.traceId();
            case SPAN_ID, PARENT_ID -> id(value, values.spanId());
            case TIME, QUEUED, INDEX, CHARS, CPU, ALLOCATED -> number(value, values.number());
            case KIND, NAME, RULE, THREAD, TYPE, STATUS -> text(value, values.text());
            case CHUNKS -> chunks();
            case ERROR -> error();
            case ATTRIBUTES ->
                record.attributes = values.attributes(first[record.kind == null ? 0 : 1 + record.kind.ordinal()]);
        }
    }

    private void id(PlainValue value, long id) {
        if (value == PlainValue.SPAN_ID) {
            record.span = id;
        } else {
            record.parent = id;
        }
    }

    private void number(PlainValue value, long number) {
        switch (value) {
            case TIME -> record.time = number;
            case QUEUED -> record.queuedNanos = number;
            case INDEX -> record.index = number;
            case CHARS -> record.chars = number;
            case CPU -> record.cpuNanos = number;
            case ALLOCATED -> record.allocatedBytes = number;
            default -> throw new IllegalStateException(value.name());
        }
    }

    private void text(PlainValue value, String text) {
        switch (value) {
            case KIND -> record.kind(text);
            case NAME -> record.name = text;
            case RULE -> record.rule = text;
            case THREAD -> record.thread = text;
            case TYPE -> record.type = text;
            case STATUS -> record.status = SpanStatus.ofWord(text);
            default -> throw new IllegalStateException(value.name());
        }
    }

    private void chunks() {
        for (int i = 0; i < statistics.length; i++) {
            if (values.skips(STATISTICS[i])) {
                statistics[i] = values.number();
            } else if (i < ALWAYS) {
                throw PlainValues.NOT_PLAIN;
            } else {
                statistics[i] = Unknown.LONG;
            }
        }
        values.skip(CLOSE);
        record.chunks(
                statistics[0],
                statistics[1],
                statistics[2],
                statistics[3],
                statistics[5],
                statistics[6],
                statistics[7]);
    }

    private void error() {
        record.errorType = values.text();
        if (values.skips(MESSAGE)) {
            record.errorMessage = values.text();
        }
        values.skip(CLOSE);
    }
}
