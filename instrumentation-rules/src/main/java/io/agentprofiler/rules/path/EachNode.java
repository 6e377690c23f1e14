// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * {@code []}: runs the rest of the path on each element. Only collections and arrays: to iterate anything else could
 * consume it.
 */
final class EachNode extends Node {
    private final String path;
    private final Node[] rest;

    EachNode(String path, Node[] rest) {
        this.path = path;
        this.rest = rest;
    }

    @Override
    Object apply(Object on, PathRoots roots) {
        if (on instanceof Object[] array) {
            return map(array, roots);
        }
        if (on instanceof Collection<?> collection) {
            Object[] elements;
            try {
                // One call: a collection that changes meanwhile is seen at one moment, as far as it promises that.
                elements = collection.toArray();
            } catch (Throwable failure) {
                return Failures.absent(roots, path, failure);
            }
            return map(elements, roots);
        }
        if (on.getClass().isArray()) {
            Object[] boxed = new Object[Array.getLength(on)];
            for (int i = 0; i < boxed.length; i++) {
                boxed[i] = Array.get(on, i);
            }
            return map(boxed, roots);
        }
        return new Missing(on.getClass(), "[]");
    }

    /** Returns what the elements have; {@link Missing} when there are elements and the class of none has it. */
    private Object map(Object[] elements, PathRoots roots) {
        List<Object> all = new ArrayList<>(elements.length);
        Missing missing = null;
        boolean known = elements.length == 0;
        for (Object element : elements) {
            Object value = run(rest, Optionals.unwrap(element), roots);
            if (value instanceof Missing none) {
                missing = missing == null ? none : missing;
            } else {
                known = true;
                if (value != null) {
                    all.add(value);
                }
            }
        }
        return known ? all : missing;
    }
}
