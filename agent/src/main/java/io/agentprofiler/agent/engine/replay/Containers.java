// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.replay;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes arrays, optionals, lists, sets and maps of their parts. Lists are {@link ArrayList}s; sets and maps keep the recorded order.
 * They can be changed, whether or not the recorded ones could.
 *
 * <p><b>Threading:</b> stateless; what it makes is immutable.
 */
final class Containers {
    private static final Set<Class<?>> LISTS = Set.of(List.class, ArrayList.class);
    private static final Set<Class<?>> SETS = Set.of(Set.class, HashSet.class, LinkedHashSet.class);
    private static final Set<Class<?>> MAPS = Set.of(Map.class, HashMap.class, LinkedHashMap.class);

    private Containers() {}

    /** Returns what makes containers of a class, {@code null} of a class that is none of these. */
    static ValueMaker of(Class<?> type, List<Part> parts) {
        Part part = parts.get(0);
        if (LISTS.contains(type)) {
            return recorded -> fill(new ArrayList<>(), type, recorded, part);
        }
        if (SETS.contains(type)) {
            return recorded -> fill(new LinkedHashSet<>(), type, recorded, part);
        }
        if (MAPS.contains(type) && part.isKey()) {
            return recorded -> map(type, recorded, part, parts.get(1));
        }
        return type == Optional.class && !part.isList() ? recorded -> optional(recorded, part) : null;
    }

    /** Returns what makes arrays of elements. */
    static ValueMaker array(Part element) {
        return recorded -> {
            List<?> list = list(recorded, element.type().arrayType());
            Object array = Array.newInstance(element.type(), list.size());
            for (int i = 0; i < list.size(); i++) {
                Array.set(array, i, element.element(list.get(i)));
            }
            return array;
        };
    }

    private static List<?> list(Object recorded, Class<?> type) throws UnsupportedException {
        if (recorded instanceof List<?> list) {
            return list;
        }
        throw UnsupportedException.notA(type.getTypeName());
    }

    private static Object fill(Collection<Object> into, Class<?> type, Object recorded, Part part)
            throws UnsupportedException {
        for (Object element : list(recorded, type)) {
            if (!into.add(part.element(element))) {
                throw UnsupportedException.notA(type.getTypeName());
            }
        }
        return into;
    }

    private static Object map(Class<?> type, Object recorded, Part key, Part value) throws UnsupportedException {
        if (!(recorded instanceof Map<?, ?> entries)) {
            throw UnsupportedException.notA(type.getTypeName());
        }
        Map<Object, Object> map = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : entries.entrySet()) {
            map.put(key.key((String) entry.getKey()), value.element(entry.getValue()));
        }
        return map;
    }

    private static Object optional(Object recorded, Part part) throws UnsupportedException {
        return recorded instanceof List<?> none && none.isEmpty()
                ? Optional.empty()
                : Optional.of(part.maker().of(recorded));
    }
}
