// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.replay;

import io.agentprofiler.agent.replay.Scalars;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Recorded values as rules hand them to the framework, which need not be given what it gave itself: values without parts exactly,
 * maps and lists as copies.
 *
 * <p><b>Threading:</b> stateless.
 */
final class RecordedValues {
    private static final List<Class<?>> TOLD_BY_TEXT = List.of(
            String.class, Boolean.class, Integer.class, Long.class, Short.class, Byte.class, Double.class, Float.class);

    private RecordedValues() {}

    /** Answers whether a recorded value can be of a type. */
    static boolean isKnown(Class<?> type) {
        return Scalars.isKnown(type)
                || type == Map.class
                || type == List.class
                || type == Collection.class
                || type == Object.class
                || type == CharSequence.class;
    }

    /**
     * Returns a recorded value as a type.
     *
     * @throws UnsupportedException if it is none, or not exactly
     */
    static Object as(Class<?> type, Object value, String name) throws UnsupportedException {
        if (value == null && !type.isPrimitive()) {
            return null;
        }
        if (type == String.class && (value instanceof Long || value instanceof Boolean)) {
            // what is written of them as a text
            return value.toString();
        }
        Object made = Scalars.isKnown(type) ? Scalars.as(type, value) : whole(type, value);
        if (made == null) {
            throw new UnsupportedException(name + " is no " + type.getTypeName() + " in the recording");
        }
        return made;
    }

    /**
     * Returns a value of a class that was recorded by its name; {@code null} where none was.
     *
     * @param value the value or its text
     * @throws UnsupportedException if it is none, or of a class whose values are more than their text
     */
    static Object ofClass(Object type, Object value, String name) throws UnsupportedException {
        if (type == null) {
            return null;
        }
        for (Class<?> each : TOLD_BY_TEXT) {
            if (each.getName().equals(type)) {
                Object made = Scalars.as(each, value);
                made = made == null && value instanceof String text ? parsed(each, text) : made;
                if (made != null) {
                    return made;
                }
            }
        }
        throw new UnsupportedException(name + " is no " + type + " in the recording");
    }

    private static Object parsed(Class<?> type, String text) {
        try {
            if (type == Boolean.class) {
                return text.equals("true") ? Boolean.TRUE : text.equals("false") ? Boolean.FALSE : null;
            }
            boolean broken = type == Double.class || type == Float.class;
            Object made = Scalars.as(type, broken ? (Object) Double.valueOf(text) : Long.valueOf(text));
            return made != null && made.toString().equals(text) ? made : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static Object whole(Class<?> type, Object value) {
        if (type == Map.class) {
            return value instanceof Map<?, ?> map ? new LinkedHashMap<>(map) : null;
        }
        return type.isInstance(value) ? value : null;
    }
}
