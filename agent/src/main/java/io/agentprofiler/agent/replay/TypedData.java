// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Recorded maps and lists with values of the types that they had, as {@link DataTypes} recorded them.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class TypedData {
    /** Stands for a value that cannot be made again exactly. */
    public static final Object UNKNOWN = new Object();

    /** What {@link DataTypes} names, by that name. */
    private static final Map<String, Class<?>> TYPES = Stream.of(
                    Long.class, Short.class, Byte.class, Float.class, BigInteger.class, BigDecimal.class, UUID.class)
            .collect(Collectors.toMap(Class::getName, type -> type));

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
        Class<?> known = TYPES.get(type);
        if (known == null) {
            return UNKNOWN;
        }
        Object made = known == BigDecimal.class ? Scalars.decimal(value) : Scalars.as(known, value);
        return made == null ? UNKNOWN : made;
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
