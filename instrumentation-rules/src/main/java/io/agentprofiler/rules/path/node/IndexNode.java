// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.node;

import io.agentprofiler.rules.access.lookup.Holders;
import io.agentprofiler.rules.access.lookup.PlainCollections;
import io.agentprofiler.rules.path.root.Failures;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.syntax.PathPrinter;
import io.agentprofiler.rules.path.syntax.Step;
import java.lang.reflect.Array;
import java.util.List;

/** {@code [i]}: reads an element of a List or array; one that is not there is absent. */
public final class IndexNode extends Node {
    private final String path;
    private final Step.Index step;

    public IndexNode(String path, Step.Index step) {
        this.path = path;
        this.step = step;
    }

    @Override
    Object apply(Object on, PathRoots roots) {
        try {
            if (on instanceof List<?> list) {
                if (!PlainCollections.isPlain(list)) {
                    return Unread.collection(PathPrinter.print(step), on);
                }
                int at = position(list.size());
                return at < 0 ? null : Holders.open(list.get(at));
            }
            if (on.getClass().isArray()) {
                int at = position(Array.getLength(on));
                return at < 0 ? null : Holders.open(Array.get(on, at));
            }
        } catch (Throwable failure) {
            return Failures.absent(roots, path, failure);
        }
        return new Missing(on.getClass(), PathPrinter.print(step));
    }

    private int position(int size) {
        int at = step.index() < 0 ? size + step.index() : step.index();
        return at < size ? at : -1;
    }
}
