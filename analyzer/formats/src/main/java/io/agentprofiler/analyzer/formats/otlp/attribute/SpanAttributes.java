// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.attribute;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.otlp.wire.AttributeNames;
import io.agentprofiler.analyzer.formats.otlp.wire.ValueJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Attributes in the making. What is recorded comes first and is never replaced; what is not known is left out.
 *
 * <p><b>Threading:</b> one thread.
 */
final class SpanAttributes {
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final List<Object> json = new ArrayList<>();

    /** Adds a recorded attribute: as it is where OpenTelemetry has its type, else as JSON. */
    void recorded(String name, Object value) {
        if (isPlain(value)) {
            values.put(name, value);
        } else {
            values.put(name, ValueJson.of(value));
            json.add(name);
        }
    }

    /** Adds what is not there; nothing if it is {@code null}. */
    void add(String name, Object value) {
        if (value != null) {
            values.putIfAbsent(name, value);
        }
    }

    /** Adds a number that is not there; nothing if it is absent. */
    void number(String name, long value) {
        if (value != Unknown.LONG) {
            values.putIfAbsent(name, value);
        }
    }

    /** Returns them all, with the list of those that are JSON. */
    Map<String, Object> done() {
        if (!json.isEmpty()) {
            values.put(AttributeNames.JSON, json);
        }
        return values;
    }

    private static boolean isPlain(Object value) {
        return value instanceof List<?> list ? isOfOneType(list) : isScalar(value);
    }

    private static boolean isScalar(Object value) {
        return value instanceof String || value instanceof Long || value instanceof Double || value instanceof Boolean;
    }

    private static boolean isOfOneType(List<?> list) {
        Class<?> type =
                list.isEmpty() || list.get(0) == null ? null : list.get(0).getClass();
        for (Object element : list) {
            if (element == null || element.getClass() != type || !isScalar(element)) {
                return false;
            }
        }
        return true;
    }
}
