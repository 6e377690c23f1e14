// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.normal.NewContainers;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * An object of named values. Absent ones are left out; when all are, so is the object.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
public final class ObjectValue implements Value {
    private final Map<String, Value> fields;
    /** The same once more: to go through a map takes an object each time. */
    private final String[] names;

    private final Value[] values;

    /**
     * Creates an object.
     *
     * @param fields in the order they are written, at least one
     */
    public ObjectValue(Map<String, Value> fields) {
        this.fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        this.names = this.fields.keySet().toArray(String[]::new);
        this.values = this.fields.values().toArray(Value[]::new);
    }

    /** Returns the fields in the order they are written. */
    public Map<String, Value> fields() {
        return fields;
    }

    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        Map<String, Object> object = null;
        for (int i = 0; i < values.length; i++) {
            Object value = values[i].evaluate(roots, attributes);
            if (value != null) {
                object = object == null ? NewContainers.of(roots).map(values.length) : object;
                object.put(names[i], value);
            }
        }
        return object;
    }

    @Override
    public Roots roots() {
        return Roots.ofAll(fields.values(), Value::roots);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectValue object && fields.equals(object.fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    @Override
    public String toString() {
        return "ObjectValue" + fields;
    }
}
