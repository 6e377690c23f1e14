// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Looks behind the JDK's synchronized views. To ask the view would wait for its lock, which the application may hold for as long
 * as it likes; what stands behind it is a collection like any other, read without a lock as all of them are.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class SynchronizedViews {
    private static final String VIEW = "java.util.Collections$Synchronized";
    /** What all views of collections extend, and all views of maps. */
    private static final Class<?> COLLECTION =
            Collections.synchronizedCollection(List.of()).getClass();

    private static final Class<?> MAP = Collections.synchronizedMap(Map.of()).getClass();
    private static final Object NONE = new Object();
    /** Of each class {@link #NONE}, or of a view what reads the collection it shows. */
    private static final ClassValue<Object> KNOWN = new ClassValue<>() {
        @Override
        protected Object computeValue(Class<?> type) {
            return find(type);
        }
    };

    private SynchronizedViews() {}

    /**
     * Returns the collection or map behind a synchronized view, or behind several of them; anything else, and a view whose
     * field cannot be opened, as it is.
     */
    public static Object behind(Object object) {
        Object at = object;
        while ((COLLECTION.isInstance(at) || MAP.isInstance(at))
                && KNOWN.get(at.getClass()) instanceof FieldReader shown) {
            at = shown.read(at);
        }
        return at;
    }

    private static Object find(Class<?> type) {
        if (!type.getName().startsWith(VIEW)) {
            return NONE;
        }
        String field = Map.class.isAssignableFrom(type) ? "m" : "c";
        for (Class<?> at = type; at.getName().startsWith(VIEW); at = at.getSuperclass()) {
            FieldReader reader = FieldReaders.of(at, field);
            if (reader != null) {
                return reader;
            }
        }
        return NONE;
    }
}
