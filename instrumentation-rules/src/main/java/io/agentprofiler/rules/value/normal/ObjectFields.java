// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value.normal;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The fields that say what an object of the application is: those of its class and of the classes above it, superclasses first,
 * that are neither static nor transient nor made by a compiler. Fields that the module system keeps closed are left out.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
final class ObjectFields {
    private static final ClassValue<ObjectFields> BY_CLASS = new ClassValue<>() {
        @Override
        protected ObjectFields computeValue(Class<?> type) {
            return new ObjectFields(type);
        }
    };

    private final String[] names;
    private final Field[] fields;
    private final Set<String> secrets;

    private ObjectFields(Class<?> type) {
        Deque<Class<?>> classes = new ArrayDeque<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            classes.push(each);
        }
        Map<String, Field> found = new LinkedHashMap<>();
        for (Class<?> each : classes) {
            for (Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && !Modifier.isTransient(field.getModifiers())
                        && !field.isSynthetic()
                        && field.trySetAccessible()) {
                    found.put(field.getName(), field);
                }
            }
        }
        names = found.keySet().toArray(String[]::new);
        fields = found.values().toArray(Field[]::new);
        secrets = found.keySet().stream().filter(Structure::isSecret).collect(Collectors.toUnmodifiableSet());
    }

    /** Answers whether a field sounds like a secret. */
    boolean isSecret(String name) {
        return secrets.contains(name);
    }

    /** Returns the fields of a class. */
    static ObjectFields of(Class<?> type) {
        return BY_CLASS.get(type);
    }

    /** Returns how many fields there are. */
    int count() {
        return names.length;
    }

    /** Returns the name of a field, by its number. */
    String name(int field) {
        return names[field];
    }

    /** Returns what a field holds, by its number; the object is of the class. */
    Object read(int field, Object object) {
        try {
            return fields[field].get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("made accessible when it was found", e);
        }
    }
}
