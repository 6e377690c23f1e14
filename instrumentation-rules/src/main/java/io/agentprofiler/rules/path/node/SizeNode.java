// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.node;

import io.agentprofiler.rules.access.Texts;
import io.agentprofiler.rules.access.lookup.PlainCollections;
import io.agentprofiler.rules.path.root.Failures;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.syntax.Step;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Map;

/** {@code size}: counts; on a class that is no collection, an accessor like any other. */
public final class SizeNode extends Node {
    private final String path;
    private final Node accessor;

    public SizeNode(String path) {
        this.path = path;
        this.accessor = new AccessorNode(path, new Step.Accessor("size", false, false));
    }

    @Override
    Object apply(Object on, PathRoots roots) {
        try {
            if (on instanceof String text) {
                return text.length();
            }
            if (on instanceof Collection<?> || on instanceof Map<?, ?>) {
                if (!PlainCollections.isPlain(on)) {
                    return Unread.collection("size", on);
                }
                return on instanceof Map<?, ?> map ? map.size() : ((Collection<?>) on).size();
            }
            if (on instanceof CharSequence text && Texts.isPlain(text)) {
                return text.length();
            }
            if (on.getClass().isArray()) {
                return Array.getLength(on);
            }
        } catch (Throwable failure) {
            return Failures.absent(roots, path, failure);
        }
        return accessor.apply(on, roots);
    }
}
