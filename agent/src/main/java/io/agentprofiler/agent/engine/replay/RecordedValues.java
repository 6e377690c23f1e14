// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.replay;

import io.agentprofiler.agent.replay.Scalars;
import io.agentprofiler.rules.model.Replay;
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
     * @param value the value, its text, or of a record its data
     * @param declaring a class in whose loader records are found, or else in that of the thread's context
     * @throws UnsupportedException if it is none, or of a class whose values are more than what was recorded
     */
    static Object ofClass(Object type, Object value, String name, Class<?> declaring) throws UnsupportedException {
        if (type == null || type.equals(Replay.ABSENT)) {
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
        if (value instanceof Map<?, ?>) {
            return ValueTypes.ofData(recordClass(type.toString(), declaring)).of(value);
        }
        throw new UnsupportedException(name + " is no " + type + " in the recording");
    }

    /** Loads, and does not initialize, a class that was recorded by its name. */
    private static Class<?> recordClass(String name, Class<?> declaring) throws UnsupportedException {
        Class<?> found = null;
        for (ClassLoader loader : new ClassLoader[] {
            declaring.getClassLoader(), Thread.currentThread().getContextClassLoader()
        }) {
            try {
                found = found == null ? Class.forName(name, false, loader) : found;
            } catch (ClassNotFoundException | LinkageError e) {
                // the other loader may have it
            }
        }
        if (found == null || !found.isRecord()) {
            throw new UnsupportedException("results of class " + name + " cannot be made again: it is no record");
        }
        return found;
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
