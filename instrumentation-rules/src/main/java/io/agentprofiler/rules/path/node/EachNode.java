// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.node;

import io.agentprofiler.rules.access.NotRead;
import io.agentprofiler.rules.access.lookup.Holders;
import io.agentprofiler.rules.path.object.Elements;
import io.agentprofiler.rules.path.root.Failures;
import io.agentprofiler.rules.path.root.PathRoots;
import java.util.ArrayList;
import java.util.List;

/** {@code []}: runs the rest of the path on each element of a collection or array. */
public final class EachNode extends Node {
    private final String path;
    private final Node[] rest;

    public EachNode(String path, Node[] rest) {
        this.path = path;
        this.rest = rest;
    }

    @Override
    Object apply(Object on, PathRoots roots) {
        if (!Elements.canBeRead(on)) {
            return Unread.collection("[]", on);
        }
        Object[] elements;
        try {
            elements = Elements.of(on);
        } catch (Throwable failure) {
            return Failures.absent(roots, path, failure);
        }
        return elements == null ? new Missing(on.getClass(), "[]") : map(elements, roots);
    }

    /** Returns what the elements have; {@link Missing} when there are elements and the class of none has it. */
    private Object map(Object[] elements, PathRoots roots) {
        List<Object> all = new ArrayList<>(elements.length);
        Object missing = null;
        boolean known = elements.length == 0;
        for (Object element : elements) {
            Object value = run(rest, Holders.open(element), roots);
            if (value instanceof Missing || value instanceof NotRead) {
                missing = missing == null ? value : missing;
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
