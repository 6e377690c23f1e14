// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;

/**
 * Values without parts: text, numbers, truths, characters, constants of enumerations, and the JDK's values that are recorded as
 * their text.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class Scalars {
    /** The types of primitive values. */
    public static final List<Class<?>> PRIMITIVES = List.of(
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

    /** Below so many seconds, 24 days, no two lengths of time are recorded as the same number. */
    private static final double MOST_SECONDS = 1 << 21;

    private static final double NANOS = 1e9;

    private Scalars() {}

    /** Answers whether values of a type are such, however they were recorded. */
    public static boolean isKnown(Class<?> type) {
        return type == String.class
                || PRIMITIVES.contains(type)
                || BOXES.contains(type)
                || type.isEnum()
                || type == BigInteger.class
                || type == Duration.class
                || JdkTexts.isKnown(type);
    }

    /** Returns a recorded value as a type; {@code null} if it is none, or not exactly. */
    public static Object as(Class<?> type, Object value) {
        Class<?> boxed = type.isPrimitive() ? BOXES.get(PRIMITIVES.indexOf(type)) : type;
        if (type.isEnum()) {
            return constant(type, value);
        }
        if (value instanceof Long number) {
            return whole(boxed, number);
        }
        if (value instanceof Double number) {
            return broken(boxed, number);
        }
        if (boxed == String.class || boxed == Boolean.class) {
            return boxed.isInstance(value) ? value : null;
        }
        return value instanceof String text ? text(boxed, text) : null;
    }

    /** Returns a recorded value as a decimal number, with its scale; {@code null} if it is none. */
    public static Object decimal(Object value) {
        if (value instanceof Double number) {
            return BigDecimal.valueOf(number);
        }
        try {
            return value instanceof String digits ? new BigDecimal(digits) : null;
        } catch (NumberFormatException e) {
            return null;
        }
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
        if (type == BigInteger.class) {
            return BigInteger.valueOf(number);
        }
        return type == Byte.class && number == (byte) number ? (Object) (byte) number : null;
    }

    private static Object broken(Class<?> type, double number) {
        if (type == Double.class) {
            return number;
        }
        if (type == Float.class) {
            float single = (float) number;
            return Double.valueOf(Float.toString(single)) == number ? (Object) single : null;
        }
        return type == Duration.class && Math.abs(number) < MOST_SECONDS
                ? Duration.ofNanos(Math.round(number * NANOS))
                : null;
    }

    private static Object text(Class<?> type, String text) {
        if (type == Character.class) {
            return text.length() == 1 ? (Object) text.charAt(0) : null;
        }
        if (type == BigInteger.class) {
            return wholeDigits(text);
        }
        return JdkTexts.isKnown(type) ? JdkTexts.of(type, text) : null;
    }

    private static Object wholeDigits(String text) {
        try {
            BigInteger number = new BigInteger(text);
            return number.toString().equals(text) ? number : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static Object constant(Class<?> type, Object name) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        return null;
    }
}
