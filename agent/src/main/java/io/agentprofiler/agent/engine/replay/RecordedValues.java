// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.replay;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Recorded values as the types that they were of: text, numbers, truths, characters and constants, exactly. Where rules hand
 * recorded values to the framework also maps and lists, which come as copies.
 *
 * <p><b>Threading:</b> stateless.
 */
final class RecordedValues {
    static final List<Class<?>> PRIMITIVES = List.of(
            boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class);

    private static final List<Class<?>> BOXES = List.of(
            Boolean.class,
            Byte.class,
            Character.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class);

    private RecordedValues() {}

    /**
     * Answers whether a recorded value can be of a type.
     *
     * @param argument whether a rule hands it to the framework, which then need not be given what it gave itself
     */
    static boolean isKnown(Class<?> type, boolean argument) {
        return type == String.class
                || PRIMITIVES.contains(type)
                || BOXES.contains(type)
                || type.isEnum()
                || argument
                        && (type == Map.class
                                || type == List.class
                                || type == Object.class
                                || type == CharSequence.class);
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
        Object made = type.isEnum() ? constant(type, value) : of(boxed(type), value);
        if (made == null) {
            throw new UnsupportedException(name + " is no " + type.getTypeName() + " in the recording");
        }
        return made;
    }

    private static Object of(Class<?> type, Object value) {
        if (type == Map.class) {
            return value instanceof Map<?, ?> map ? new LinkedHashMap<>(map) : null;
        }
        if (type == Object.class || type.isInstance(value) && !(value instanceof Long)) {
            return value;
        }
        if (value instanceof Long number) {
            return whole(type, number);
        }
        if (value instanceof Double number && type == Float.class) {
            float single = number.floatValue();
            return Double.valueOf(Float.toString(single)).equals(number) ? single : null;
        }
        return type == Character.class && value instanceof String text && text.length() == 1 ? text.charAt(0) : null;
    }

    private static Object whole(Class<?> type, long number) {
        if (type == Long.class) {
            return number;
        }
        if (type == Integer.class && number == (int) number) {
            return (int) number;
        }
        if (type == Short.class && number == (short) number) {
            return (short) number;
        }
        return type == Byte.class && number == (byte) number ? (Object) (byte) number : null;
    }

    private static Object constant(Class<?> type, Object name) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        return null;
    }

    private static Class<?> boxed(Class<?> type) {
        return type.isPrimitive() ? BOXES.get(PRIMITIVES.indexOf(type)) : type;
    }
}
