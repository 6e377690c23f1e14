// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay.recording;

import io.agentprofiler.rules.value.normal.DataTypes;
import io.agentprofiler.rules.value.normal.Structure;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Recorded maps and lists with values of the types that they had, as {@link DataTypes} recorded them.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class TypedData {
    /** Stands for a value that cannot be made again exactly. */
    public static final Object UNKNOWN = new Object();

    private TypedData() {}

    /**
     * Returns a value as it was, {@link #UNKNOWN} where that cannot be done.
     *
     * @param value what was recorded of it, {@code null} for nothing
     * @param types what was recorded of its types, {@code null} where they follow from the value
     */
    public static Object of(Object value, Object types) {
        if (types == null || types.equals("")) {
            return natural(value);
        }
        if (types instanceof String type) {
            return scalar(value, type);
        }
        if (value instanceof Map<?, ?> map && types instanceof Map<?, ?> of) {
            return map(map, of);
        }
        return value instanceof List<?> list && types instanceof List<?> of ? list(list, of) : UNKNOWN;
    }

    private static Object natural(Object value) {
        if (value instanceof Long number) {
            return number == number.intValue() ? (Object) number.intValue() : UNKNOWN;
        }
        if (value instanceof Map<?, ?> map) {
            return map(map, Map.of());
        }
        if (value instanceof List<?> list) {
            List<Object> types = new ArrayList<>();
            list.forEach(each -> types.add(""));
            return list(list, types);
        }
        return value == null ? UNKNOWN : value;
    }

    private static Object scalar(Object value, String type) {
        if (type.equals(DataTypes.NULL)) {
            return Structure.NULL.equals(value) ? null : UNKNOWN;
        }
        if (value instanceof Long number) {
            return whole(number, type);
        }
        if (value instanceof Double number) {
            return fraction(number, type);
        }
        return value instanceof String text ? text(text, type) : UNKNOWN;
    }

    private static Object whole(long number, String type) {
        return switch (type) {
            case "java.lang.Long" -> number;
            case "java.lang.Short" -> number == (short) number ? (Object) (short) number : UNKNOWN;
            case "java.lang.Byte" -> number == (byte) number ? (Object) (byte) number : UNKNOWN;
            case "java.math.BigInteger" -> BigInteger.valueOf(number);
            default -> UNKNOWN;
        };
    }

    private static Object fraction(Double number, String type) {
        if (type.equals("java.math.BigDecimal")) {
            return BigDecimal.valueOf(number);
        }
        float single = number.floatValue();
        boolean exact = type.equals("java.lang.Float")
                && Double.valueOf(Float.toString(single)).equals(number);
        return exact ? (Object) single : UNKNOWN;
    }

    /** Reads what is written as a text; numbers are where no number of a trace is as exact. */
    private static Object text(String text, String type) {
        try {
            Object made = switch (type) {
                case "java.util.UUID" -> UUID.fromString(text);
                case "java.math.BigDecimal" -> new BigDecimal(text);
                case "java.math.BigInteger" -> new BigInteger(text);
                default -> UNKNOWN;
            };
            return made.toString().equals(text) ? made : UNKNOWN;
        } catch (IllegalArgumentException e) {
            return UNKNOWN;
        }
    }

    private static Object map(Map<?, ?> map, Map<?, ?> types) {
        Map<Object, Object> made = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            made.put(entry.getKey(), of(entry.getValue(), types.get(entry.getKey())));
        }
        boolean complete = map.keySet().containsAll(types.keySet());
        return complete && !made.containsValue(UNKNOWN) ? made : UNKNOWN;
    }

    private static Object list(List<?> list, List<?> types) {
        if (list.size() != types.size()) {
            return UNKNOWN;
        }
        List<Object> made = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            made.add(of(list.get(i), types.get(i)));
        }
        return made.contains(UNKNOWN) ? UNKNOWN : made;
    }

    /** Returns the names of all types that values were recorded with, for people. */
    static String named(Object types) {
        TreeSet<String> names = new TreeSet<>();
        collect(types, names);
        return String.join(", ", names);
    }

    private static void collect(Object types, TreeSet<String> names) {
        if (types instanceof String name && !name.isEmpty()) {
            names.add(name);
        } else if (types instanceof Map<?, ?> map) {
            map.values().forEach(each -> collect(each, names));
        } else if (types instanceof List<?> list) {
            list.forEach(each -> collect(each, names));
        }
    }
}
