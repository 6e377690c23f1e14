// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.normal.SmallMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * An object of named values. Absent ones are left out; when all are, so is the object.
 *
 * @param fields in the order they are written, at least one
 */
public record ObjectValue(Map<String, Value> fields) implements Value {
    public ObjectValue {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        SmallMap object = null;
        for (Map.Entry<String, Value> field : fields.entrySet()) {
            Object value = field.getValue().evaluate(roots, attributes);
            if (value != null) {
                object = object == null ? new SmallMap(fields.size()) : object;
                object.put(field.getKey(), value);
            }
        }
        return object;
    }

    @Override
    public Roots roots() {
        return fields.values().stream().map(Value::roots).reduce(Roots.NONE, Roots::union);
    }
}
