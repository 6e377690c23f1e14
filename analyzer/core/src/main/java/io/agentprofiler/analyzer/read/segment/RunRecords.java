// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.segment;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.UnreadableFileException;
import io.agentprofiler.analyzer.read.event.Coverage;
import io.agentprofiler.analyzer.read.event.RunEvent;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.rules.model.LoadedLibrary;
import io.agentprofiler.shared.schema.TraceFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes run records of the fields of a segment's HEADER, BOOKS, FOOTER, PROCESS, BACKEND and FORECAST lines. */
final class RunRecords {
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
                counts(fields.get("emitted")),
                counts(fields.get("written")),
                dropped,
                counts(fields.get("queued")),
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
