// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.object;

import io.agentprofiler.rules.access.lookup.PlainCollections;
import java.lang.reflect.Array;
import java.util.Collection;

/** The elements of collections and arrays. Only of those: to iterate anything else could consume it. */
public final class Elements {
    private Elements() {}

    /**
     * Answers whether {@link #of} may be asked: whether it is no collection whose own methods, those of the application, would
     * have to be called.
     */
    public static boolean canBeRead(Object object) {
        return !(object instanceof Collection<?>) || PlainCollections.isPlain(object);
    }

    /**
     * Returns the elements, {@code null} when the object is neither a collection nor an array. Read in one call: a
     * collection that changes meanwhile is seen at one moment, as far as it promises that. What the collection throws
     * passes through. The array may be the application's own: it is not to be written to.
     */
    public static Object[] of(Object object) {
        if (object instanceof Object[] array) {
            return array;
        }
        if (object instanceof Collection<?> collection) {
            return collection.toArray();
        }
        if (!object.getClass().isArray()) {
            return null;
        }
        Object[] boxed = new Object[Array.getLength(object)];
        for (int i = 0; i < boxed.length; i++) {
            boxed[i] = Array.get(object, i);
        }
        return boxed;
    }
}
