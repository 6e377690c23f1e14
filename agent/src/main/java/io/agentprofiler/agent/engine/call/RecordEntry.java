// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import io.agentprofiler.rules.access.lookup.FieldReader;
import io.agentprofiler.rules.access.lookup.FieldReaders;
import io.agentprofiler.rules.access.lookup.PlainCollections;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Copies of records in which one component, a map, has an entry more. Components are read from their fields, and only the record's own
 * constructor is called.
 *
 * <p><b>Threading:</b> stateless; application threads.
 */
final class RecordEntry {
    private RecordEntry() {}

    /**
     * Returns the copy; {@code null} where the object has no such component, or the map is none that can be read without running
     * code of the application.
     */
    static Object added(Object to, String component, String name, String value) throws ReflectiveOperationException {
        RecordComponent[] components = to.getClass().getRecordComponents();
        if (components == null) {
            return null;
        }
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        boolean has = false;
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            FieldReader field = FieldReaders.of(to.getClass(), components[i].getName());
            if (field == null) {
                return null;
            }
            values[i] = field.read(to);
            if (components[i].getName().equals(component)) {
                values[i] = with(values[i], name, value);
                has = values[i] != null;
            }
        }
        if (!has) {
            return null;
        }
        Constructor<?> made = to.getClass().getDeclaredConstructor(types);
        return made.trySetAccessible() ? made.newInstance(values) : null;
    }

    private static Map<Object, Object> with(Object map, String name, String value) {
        if (map != null && !(map instanceof Map<?, ?> && PlainCollections.isPlain(map))) {
            return null;
        }
        Map<Object, Object> copy = map == null ? new LinkedHashMap<>() : new LinkedHashMap<>((Map<?, ?>) map);
        copy.put(name, value);
        return copy;
    }
}
