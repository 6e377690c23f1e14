// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value.list;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.object.Elements;
import io.agentprofiler.rules.path.root.ElementRoots;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.normal.Normal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One object for all elements of a collection that have the same key, in the order in which the keys first come: calls whose
 * name comes in one element of a stream and whose arguments come in the next ones.
 *
 * <p>A field is that of the first element that has it; of a {@link JoinValue} it is the texts of all elements one after the
 * other. An element without a key belongs to the one before it; where there is none before it, to none. An empty collection gives
 * an empty list.
 *
 * @param each path to the collection
 * @param by path, from an element, to its key
 * @param fields the fields of an object; their paths start at an element unless they name a root of the call
 */
public record GroupValue(Path each, Path by, Map<String, Value> fields) implements Value {
    public GroupValue {
        fields = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        Object[] elements = elements(each.read(roots), roots);
        if (elements == null) {
            return null;
        }
        ElementRoots element = new ElementRoots(roots);
        Map<Object, Map<String, Object>> groups = new LinkedHashMap<>();
        Map<String, Object> group = null;
        for (Object next : elements) {
            element.element(next);
            Object key = Normal.of(by.read(element), by.toString(), roots);
            if (key != null) {
                group = groups.computeIfAbsent(key, first -> new LinkedHashMap<>());
            }
            if (group != null) {
                add(group, element, attributes);
            }
        }
        List<Object> list = new ArrayList<>(groups.size());
        for (Map<String, Object> read : groups.values()) {
            Map<String, Object> object = new LinkedHashMap<>();
            for (String name : fields.keySet()) {
                Object value = read.get(name);
                if (value != null) {
                    object.put(name, value instanceof StringBuilder text ? text.toString() : value);
                }
            }
            if (!object.isEmpty()) {
                list.add(object);
            }
        }
        return list;
    }

    private void add(Map<String, Object> group, PathRoots element, Function<String, Object> attributes) {
        fields.forEach((name, field) -> {
            if (field instanceof JoinValue) {
                if (field.evaluate(element, attributes) instanceof String piece) {
                    ((StringBuilder) group.computeIfAbsent(name, first -> new StringBuilder())).append(piece);
                }
            } else if (!group.containsKey(name)) {
                Object value = field.evaluate(element, attributes);
                if (value != null) {
                    group.put(name, value);
                }
            }
        });
    }

    private Object[] elements(Object collection, PathRoots roots) {
        if (collection == null) {
            return null;
        }
        try {
            Object[] elements = Elements.of(collection);
            if (elements == null) {
                roots.unresolved(each.toString(), collection.getClass(), "group");
            }
            return elements;
        } catch (RuntimeException | LinkageError failure) {
            roots.failed(each.toString(), failure);
            return null;
        }
    }

    @Override
    public Roots roots() {
        Roots all = each.roots().union(by.roots());
        for (Value field : fields.values()) {
            all = all.union(field.roots());
        }
        return all;
    }
}
