// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.tracer;

import io.agentprofiler.rules.access.lookup.FieldReader;
import io.agentprofiler.rules.access.lookup.FieldReaders;
import io.agentprofiler.rules.access.lookup.ListFile;
import io.agentprofiler.shared.schema.Attributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes and fields of another tracer, as {@code rules/types/tracers} lists them. Objects are read by their fields; nothing is
 * called.
 *
 * @param storage the class with the {@code ThreadLocal}
 * @param local the static field that holds it
 * @param entries field of a context: an array of keys and values in turns
 * @param spanKey name of the key whose value is the current span
 * @param keyName field of a key: its name
 * @param spanContexts fields of spans: the span's context; the first that exists
 * @param traceId field of a span's context: the trace id, 32 hex digits
 * @param spanId field of a span's context: the span id, 16 hex digits
 */
record TracerFields(
        String storage,
        String local,
        String entries,
        String spanKey,
        String keyName,
        List<String> spanContexts,
        String traceId,
        String spanId) {
    private static final int TRACE_DIGITS = 32;
    private static final int SPAN_DIGITS = 16;

    /** Readers of fields, by name, kept by the class that has the fields. */
    private static final ClassValue<Map<String, Optional<FieldReader>>> READERS = new ClassValue<>() {
        @Override
        protected Map<String, Optional<FieldReader>> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    /** Returns all tracers that are known. */
    static List<TracerFields> all() {
        List<TracerFields> all = new ArrayList<>();
        for (String[] words : ListFile.read("/rules/types/tracers")) {
            all.add(new TracerFields(
                    words[0],
                    words[1],
                    words[2],
                    words[3],
                    words[4],
                    List.of(words[5].split("\\|")),
                    words[6],
                    words[7]));
        }
        return all;
    }

    /** Adds the ids of a context's span; answers whether there is one. */
    boolean read(Object context, Map<String, Object> into) {
        if (!(field(context, entries) instanceof Object[] keysAndValues)) {
            return false;
        }
        for (int i = 0; i + 1 < keysAndValues.length; i += 2) {
            if (spanKey.equals(field(keysAndValues[i], keyName))) {
                return readSpan(keysAndValues[i + 1], into);
            }
        }
        return false;
    }

    private boolean readSpan(Object span, Map<String, Object> into) {
        for (String name : spanContexts) {
            Object context = field(span, name);
            if (field(context, traceId) instanceof String trace
                    && field(context, spanId) instanceof String id
                    && isId(trace, TRACE_DIGITS)
                    && isId(id, SPAN_DIGITS)) {
                into.put(Attributes.OTEL_TRACE_ID, trace);
                into.put(Attributes.OTEL_SPAN_ID, id);
                return true;
            }
        }
        return false;
    }

    /** Answers whether a text has this many digits, all lower-case hexadecimal and not all 0. */
    private static boolean isId(String text, int digits) {
        boolean zero = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
            zero &= c == '0';
        }
        return text.length() == digits && !zero;
    }

    private static Object field(Object of, String name) {
        if (of == null) {
            return null;
        }
        Class<?> type = of.getClass();
        Map<String, Optional<FieldReader>> known = READERS.get(type);
        Optional<FieldReader> reader = known.get(name);
        if (reader == null) {
            reader = find(type, name);
            known.put(name, reader);
        }
        return reader.isPresent() ? reader.get().read(of) : null;
    }

    private static Optional<FieldReader> find(Class<?> type, String name) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            FieldReader reader = FieldReaders.of(at, name);
            if (reader != null) {
                return Optional.of(reader);
            }
        }
        return Optional.empty();
    }
}
