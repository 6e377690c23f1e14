// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value.list;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.ConditionalValue;
import io.agentprofiler.rules.value.normal.NewContainers;
import java.util.List;
import java.util.function.Function;

/**
 * An array of values. Absent ones are left out; when all are, so is the array. An {@link EachValue} adds its elements, so
 * that one array can hold the elements of several collections.
 *
 * @param values at least one
 */
public record ListValue(List<Value> values) implements Value {
    public ListValue {
        values = List.copyOf(values);
    }

    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        List<Object> list = NewContainers.of(roots).list(values.size());
        for (int i = 0; i < values.size(); i++) {
            Value value = values.get(i);
            Object element = value.evaluate(roots, attributes);
            if (isSeveral(value) && element instanceof List<?> elements) {
                addAll(elements, list);
            } else if (element != null) {
                list.add(element);
            }
        }
        return list.isEmpty() ? null : list;
    }

    /** Adds one after the other: to add them at once takes an array of them. */
    private static void addAll(List<?> elements, List<Object> into) {
        for (int i = 0; i < elements.size(); i++) {
            into.add(elements.get(i));
        }
    }

    private static boolean isSeveral(Value value) {
        return value instanceof EachValue
                || value instanceof GroupValue
                || (value instanceof ConditionalValue conditional && isSeveral(conditional.then()));
    }

    @Override
    public Roots roots() {
        return Roots.ofAll(values, Value::roots);
    }
}
