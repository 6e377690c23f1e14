// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.value.list;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.object.Elements;
import io.agentprofiler.rules.path.root.ElementRoots;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.normal.NewContainers;
import java.util.List;
import java.util.function.Function;

/**
 * One value for each element of a collection or array. Elements whose value is absent are left out; an empty collection
 * gives an empty list, anything but a collection or array is absent.
 *
 * @param each path to the collection
 * @param as the value of one element; its paths start at the element unless they name a root of the call
 */
public record EachValue(Path each, Value as) implements Value {
    @Override
    public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
        Object[] elements = elements(each.read(roots), roots);
        if (elements == null) {
            return null;
        }
        ElementRoots element = new ElementRoots(roots);
        List<Object> list = NewContainers.of(roots).list(elements.length);
        for (Object next : elements) {
            element.element(next);
            Object value = as.evaluate(element, attributes);
            if (value != null) {
                list.add(value);
            }
        }
        return list;
    }

    private Object[] elements(Object collection, PathRoots roots) {
        if (collection == null) {
            return null;
        }
        if (!Elements.canBeRead(collection)) {
            roots.notRead(
                    each.toString(),
                    "each",
                    collection.getClass().getName() + " is not a collection that can be read without calling it");
            return null;
        }
        try {
            Object[] elements = Elements.of(collection);
            if (elements == null) {
                roots.unresolved(each.toString(), collection.getClass(), "each");
            }
            return elements;
        } catch (RuntimeException | LinkageError failure) {
            roots.failed(each.toString(), failure);
            return null;
        }
    }

    @Override
    public Roots roots() {
        return each.roots().union(as.roots());
    }
}
