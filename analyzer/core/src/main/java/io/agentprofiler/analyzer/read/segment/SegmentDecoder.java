// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.UnreadableFileException;
import io.agentprofiler.analyzer.read.event.Coverage;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.rules.model.LoadedLibrary;
import io.agentprofiler.shared.schema.TraceFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.sym.PropertyNameMatcher;
import tools.jackson.core.util.Named;

/**
 * Decodes one record of a segment: all fields in one pass, whatever their order, then the event they make.
 *
 * <p>Fields of span events go straight into {@link RecordFields}: no map, no tree. Everything else (header, counters,
 * samples: few) is collected into a map and read from there.
 *
 * <p><b>Threading:</b> one thread.
 */
final class SegmentDecoder {
    private static final List<String> NAMES = List.of(
            "event",
            "trace",
            "span",
            "parent",
            "t",
            "kind",
            "name",
            "rule",
            "thread",
            "attributes",
            "status",
            "cpu_ns",
            "alloc_bytes",
            "chunks",
            "error",
            "i",
            "type",
            "chars",
            "queued_ns");
    /** The events that this version knows. */
    private static final Set<String> EVENTS = Set.of(
            TraceFormat.HEADER,
            TraceFormat.SPAN_START,
            TraceFormat.SPAN_CHUNK,
            TraceFormat.SPAN_END,
            TraceFormat.BOOKS,
            TraceFormat.FOOTER,
            TraceFormat.PROCESS,
            TraceFormat.BACKEND,
            TraceFormat.FORECAST);

    private static final List<String> CHUNK_NAMES =
            List.of("count", "first_t", "last_t", "max_gap_ns", "handler_ns", "handler_before_ns", "handler_after_ns");

    private final JsonValues values;
    private final EventSink sink;
    private final PropertyNameMatcher names;
    private final PropertyNameMatcher chunkNames;

    /** What was wrong with the first bad field, {@code null} as a rule. */
    private RuntimeException bad;

    private final RecordFields record;
    /** Fields that span events do not have. */
    private Map<String, Object> others;

    SegmentDecoder(TokenStreamFactory json, RecordFields record, JsonValues values, EventSink sink) {
        this.record = record;
        this.values = values;
        this.sink = sink;
        this.names =
                json.constructNameMatcher(NAMES.stream().map(Named::fromString).toList(), false);
        this.chunkNames = json.constructNameMatcher(
                CHUNK_NAMES.stream().map(Named::fromString).toList(), false);
    }

    /** Takes note of the bytes that the next parser runs over. */
    void parsing(byte[] block, int from, int to) {
        values.parsing(block, from, to);
    }

    /**
     * Decodes the object the parser stands on the start of.
     *
     * @throws BadRecordException when it is no record of the format
     * @throws UnreadableFileException when it says that the file is of another format
     */
    void record(JsonParser parser) throws UnreadableFileException {
        clear();
        TokenStreamContext outermost = parser.streamReadContext();
        for (int field = parser.nextNameMatch(names);
                field != PropertyNameMatcher.MATCH_END_OBJECT;
                field = parser.nextNameMatch(names)) {
            if (field == PropertyNameMatcher.MATCH_UNKNOWN_NAME) {
                String unknown = parser.currentName();
                parser.nextToken();
                other(unknown, parser);
            } else {
                parser.nextToken();
                try {
                    field(field, parser);
                } catch (BadRecordException | InputCoercionException e) {
                    bad = bad == null ? e : bad;
                    leave(parser, outermost);
                }
            }
        }
        // what an event that this version does not know means by a field is its own affair
        if (bad != null && (record.event == null || EVENTS.contains(record.event))) {
            throw bad;
        }
        emit();
    }

    /** Goes on to where the value that the parser is at or in ends. */
    private static void leave(JsonParser parser, TokenStreamContext outermost) {
        while (parser.streamReadContext() != outermost) {
            parser.nextToken();
        }
    }

    private void clear() {
        values.reset();
        bad = null;
        record.clear();
        others = null;
    }

    private void field(int field, JsonParser parser) {
        switch (field) {
            case 0 -> record.event = values.text(parser, "event");
            case 1 -> record.trace = values.traceId(parser, "trace");
            case 2 -> record.span = values.spanId(parser, "span");
            case 3 -> record.parent = values.spanId(parser, "parent");
            case 4 -> record.time = values.number(parser, "t");
            case 5 -> record.kind(values.text(parser, "kind"));
            case 6 -> record.name = values.text(parser, "name");
            case 7 -> record.rule = values.text(parser, "rule");
            case 8 -> record.thread = values.text(parser, "thread");
            case 9 -> record.attributes = values.attributes(parser);
            case 10 -> record.status = SpanStatus.ofWord(values.text(parser, "status"));
            case 11 -> record.cpuNanos = values.number(parser, "cpu_ns");
            case 12 -> record.allocatedBytes = values.number(parser, "alloc_bytes");
            case 13 -> chunks(parser);
            case 14 -> error(parser);
            case 15 -> record.index = values.number(parser, "i");
            case 16 -> record.type = values.text(parser, "type");
            case 17 -> record.chars = values.number(parser, "chars");
            case 18 -> record.queuedNanos = values.number(parser, "queued_ns");
            default -> throw new IllegalStateException("field " + field);
        }
    }

    private void chunks(JsonParser parser) {
        JsonValues.expectObject(parser, "chunks");
        long count = 0;
        long first = Unknown.LONG;
        long last = Unknown.LONG;
        long maxGap = Unknown.LONG;
        long handler = Unknown.LONG;
        long before = Unknown.LONG;
        long after = Unknown.LONG;
        for (int field = parser.nextNameMatch(chunkNames);
                field != PropertyNameMatcher.MATCH_END_OBJECT;
                field = parser.nextNameMatch(chunkNames)) {
            parser.nextToken();
            switch (field) {
                case 0 -> count = values.number(parser, "chunks.count");
                case 1 -> first = values.number(parser, "chunks.first_t");
                case 2 -> last = values.number(parser, "chunks.last_t");
                case 3 -> maxGap = values.number(parser, "chunks.max_gap_ns");
                case 4 -> handler = values.number(parser, "chunks.handler_ns");
                case 5 -> before = values.number(parser, "chunks.handler_before_ns");
                case 6 -> after = values.number(parser, "chunks.handler_after_ns");
                default -> parser.skipChildren();
            }
        }
        record.chunks(count, first, last, maxGap, handler, before, after);
    }

    private void error(JsonParser parser) {
        JsonValues.expectObject(parser, "error");
        for (String field = parser.nextName(); field != null; field = parser.nextName()) {
            parser.nextToken();
            switch (field) {
                case "type" -> record.errorType = values.text(parser, "error.type");
                case "message" -> record.errorMessage = values.text(parser, "error.message");
                default -> parser.skipChildren();
            }
        }
    }

    private void other(String field, JsonParser parser) {
        if (record.event != null && record.event.startsWith("SPAN_")) {
            parser.skipChildren();
            return;
        }
        if (others == null) {
            others = new LinkedHashMap<>();
        }
        others.put(field, values.any(parser));
    }

    private void emit() throws UnreadableFileException {
        if (record.event == null) {
            throw new BadRecordException("no \"event\"");
        }
        SpanEvent ofSpan = record.spanEvent();
        if (ofSpan != null) {
            sink.span(ofSpan);
            return;
        }
        Map<String, Object> fields = others == null ? Map.of() : others;
        RunEvent ofRun = record.event.equals(TraceFormat.FORECAST)
                ? RunRecords.forecast(record.trace, record.time, fields)
                : RunRecords.of(record.event, record.time, fields);
        if (ofRun != null) {
            sink.run(ofRun);
        }
    }

    /** Makes run records of the fields of a segment's HEADER, BOOKS, FOOTER, PROCESS, BACKEND and FORECAST lines. */
    private static final class RunRecords {
        private static final String FAMILY = TraceFormat.FORMAT.substring(0, TraceFormat.FORMAT.indexOf('/') + 1);

        private RunRecords() {}

        /**
         * Returns the record, or {@code null} when the event is none this version knows.
         *
         * @throws UnreadableFileException when it is the header of another format
         */
        static RunEvent of(String event, long time, Map<String, Object> fields) throws UnreadableFileException {
            return switch (event) {
                case TraceFormat.HEADER -> header(fields);
                case TraceFormat.BOOKS -> counters(false, time, fields);
                case TraceFormat.FOOTER -> counters(true, time, fields);
                case TraceFormat.PROCESS, TraceFormat.BACKEND ->
                    new RunEvent.Sample(event, time, Collections.unmodifiableMap(fields));
                default -> null;
            };
        }

        /** Returns what was forecast of a workflow. */
        static RunEvent.Forecast forecast(TraceId trace, long time, Map<String, Object> fields) {
            if (trace == null) {
                throw new BadRecordException("FORECAST without \"trace\"");
            }
            return new RunEvent.Forecast(trace, time, Collections.unmodifiableMap(fields));
        }

        private static RunEvent.Header header(Map<String, Object> fields) throws UnreadableFileException {
            requireFormat(fields.get("format"));
            if (!(fields.get("run") instanceof String run)) {
                throw new BadRecordException("HEADER without \"run\"");
            }
            Map<String, Object> details = new LinkedHashMap<>(fields);
            details.keySet().removeAll(List.of("format", "run", "service", "pid", "host"));
            return new RunEvent.Header(
                    run,
                    fields.get("service") instanceof String service ? service : null,
                    fields.get("pid") instanceof Number pid ? pid.longValue() : Unknown.LONG,
                    fields.get("host") instanceof String host ? host : null,
                    Collections.unmodifiableMap(details));
        }

        private static void requireFormat(Object format) throws UnreadableFileException {
            if (TraceFormat.FORMAT.equals(format)) {
                return;
            }
            if (format instanceof String text && text.startsWith(FAMILY)) {
                throw new UnreadableFileException("written in format " + text + ", this analyzer reads "
                        + TraceFormat.FORMAT + "; use the analyzer.jar of the agent's version");
            }
            throw new UnreadableFileException("the header's format is " + format + ", expected " + TraceFormat.FORMAT);
        }

        private static RunEvent.Counters counters(boolean last, long time, Map<String, Object> fields) {
            Map<String, Map<String, Long>> dropped = new LinkedHashMap<>();
            if (fields.get("dropped") instanceof Map<?, ?> types) {
                types.forEach((type, reasons) -> dropped.put(String.valueOf(type), counts(reasons)));
            }
            List<Map<String, Object>> rules = new ArrayList<>();
            if (fields.get("rules") instanceof List<?> list) {
                list.forEach(rule -> {
                    if (rule instanceof Map<?, ?> map) {
                        Map<String, Object> copy = new LinkedHashMap<>();
                        map.forEach((key, value) -> copy.put(String.valueOf(key), value));
                        rules.add(copy);
                    }
                });
            }
            Map<String, Long> numbers = counts(fields);
            return new RunEvent.Counters(
                    last,
                    time,
                    new RunEvent.EventTotals(
                            counts(fields.get("emitted")),
                            counts(fields.get("written")),
                            dropped,
                            counts(fields.get("queued"))),
                    numbers,
                    rules,
                    coverage(fields));
        }

        private static Coverage coverage(Map<String, Object> fields) {
            List<Coverage.Framework> frameworks = new ArrayList<>();
            if (fields.get("frameworks") instanceof List<?> list) {
                for (Object each : list) {
                    if (each instanceof Map<?, ?> map && map.get("name") instanceof String name) {
                        frameworks.add(new Coverage.Framework(
                                name,
                                map.get("supported") instanceof String supported ? supported : null,
                                texts(map.get("jars")),
                                !Boolean.FALSE.equals(map.get("model_calls"))));
                    }
                }
            }
            return new Coverage(
                    frameworks,
                    libraries(fields.get("libraries")),
                    texts(fields.get("unmatched")),
                    !"unfinished".equals(fields.get("start")));
        }

        private static List<LoadedLibrary> libraries(Object value) {
            List<LoadedLibrary> libraries = new ArrayList<>();
            if (value instanceof List<?> list) {
                for (Object each : list) {
                    if (each instanceof Map<?, ?> map && map.get("name") instanceof String name) {
                        libraries.add(new LoadedLibrary(
                                name,
                                map.get("version") instanceof String version ? version : null,
                                texts(map.get("untraced")),
                                texts(map.get("traced")),
                                Boolean.TRUE.equals(map.get("below"))));
                    }
                }
            }
            return libraries;
        }

        /** Returns the texts of a list; what is none is left out. */
        private static List<String> texts(Object value) {
            return value instanceof List<?> list
                    ? list.stream()
                            .filter(String.class::isInstance)
                            .map(String.class::cast)
                            .toList()
                    : List.of();
        }

        /** Returns the numbers of a map; what is no number is left out. */
        private static Map<String, Long> counts(Object value) {
            Map<String, Long> counts = new LinkedHashMap<>();
            if (value instanceof Map<?, ?> map) {
                map.forEach((key, number) -> {
                    if (number instanceof Number count) {
                        counts.put(String.valueOf(key), count.longValue());
                    }
                });
            }
            return counts;
        }
    }
}
