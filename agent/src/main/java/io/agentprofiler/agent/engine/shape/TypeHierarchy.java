// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.shape;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** All types that a class is a subtype of. */
public final class TypeHierarchy {
    private TypeHierarchy() {}

    /** Returns the types by name, {@code type} itself first. */
    public static Map<String, Class<?>> of(Class<?> type) {
        Map<String, Class<?>> all = new LinkedHashMap<>();
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            collect(c, all);
        }
        all.putIfAbsent(Object.class.getName(), Object.class);
        return all;
    }

    private static void collect(Class<?> type, Map<String, Class<?>> into) {
        if (into.putIfAbsent(type.getName(), type) == null) {
            for (Class<?> parent : type.getInterfaces()) {
                collect(parent, into);
            }
        }
    }

    /** Answers whether {@code type} is, by name, a subtype of one of {@code names}. */
    static boolean isAny(Class<?> type, Collection<String> names) {
        Map<String, Class<?>> all = of(type);
        return names.stream().anyMatch(all::containsKey);
    }
}
