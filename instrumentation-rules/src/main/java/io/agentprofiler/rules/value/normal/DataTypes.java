// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value.normal;

import io.agentprofiler.rules.access.lookup.PlainCollections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Says of which types the values in a map or list are, beside what {@link Structure} or {@link Normal} write of them: a trace knows
 * texts, whole numbers, fractions and truths, and not whether 7 was an Integer or a Long. Nothing is said of what a trace tells by
 * itself: texts, truths, whole numbers that are an Integer, fractions that are a Double, maps by text or constant, and lists.
 *
 * <p>So the types are absent where the trace tells all of them; the name of a class for any other value; a map with the types of those
 * entries of which something is to be said; a list with the types of all elements, an empty text for those of which nothing is.
 *
 * <p><b>Threading:</b> one thread an instance; no code of the application is run.
 */
public final class DataTypes {
    /** What stands for {@code null}. */
    public static final String NULL = "null";

    private static final int MAX_DEPTH = 8;
    private static final int MAX_NODES = 1000;

    private int nodes;

    private DataTypes() {}

    /** Returns the types, {@code null} where there is nothing to say. */
    public static Object of(Object object) {
        return object == null ? null : new DataTypes().types(object, 0);
    }

    private Object types(Object object, int depth) {
        nodes++;
        if (object == null) {
            return NULL;
        }
        if (object instanceof String
                || object instanceof Boolean
                || object instanceof Integer
                || object instanceof Double number && Double.isFinite(number)) {
            return null;
        }
        boolean open = depth < MAX_DEPTH && nodes < MAX_NODES && PlainCollections.isPlain(object);
        if (open && object instanceof Map<?, ?> map) {
            return map(map, depth);
        }
        if (open && object instanceof List<?> list) {
            return list(list, depth);
        }
        return object.getClass().getName();
    }

    private Object map(Map<?, ?> map, int depth) {
        Map<String, Object> types = null;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Object key = entry.getKey();
            String name = key instanceof String text ? text : key instanceof Enum<?> constant ? constant.name() : null;
            if (name == null) {
                return map.getClass().getName();
            }
            Object type = types(entry.getValue(), depth + 1);
            if (type != null) {
                types = types == null ? new LinkedHashMap<>() : types;
                types.put(name, type);
            }
        }
        return types;
    }

    private Object list(List<?> list, int depth) {
        boolean told = true;
        List<Object> types = new ArrayList<>();
        for (Object element : list.toArray()) {
            Object type = nodes < MAX_NODES ? types(element, depth + 1) : "more";
            told &= type == null;
            types.add(type == null ? "" : type);
            if (nodes >= MAX_NODES) {
                break;
            }
        }
        return told ? null : types;
    }
}
