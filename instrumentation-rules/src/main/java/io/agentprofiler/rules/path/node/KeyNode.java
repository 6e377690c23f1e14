// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.node;

import io.agentprofiler.rules.access.lookup.Holders;
import io.agentprofiler.rules.access.lookup.PlainCollections;
import io.agentprofiler.rules.path.root.Failures;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.syntax.PathPrinter;
import io.agentprofiler.rules.path.syntax.Step;
import java.util.Map;

/** {@code ['key']}: reads a Map. */
public final class KeyNode extends Node {
    private final String path;
    private final Step.Key step;

    public KeyNode(String path, Step.Key step) {
        this.path = path;
        this.step = step;
    }

    @Override
    Object apply(Object on, PathRoots roots) {
        if (!(on instanceof Map<?, ?> map)) {
            return new Missing(on.getClass(), PathPrinter.print(step));
        }
        if (!PlainCollections.isPlain(map)) {
            return Unread.collection(PathPrinter.print(step), on);
        }
        try {
            return Holders.open(PlainCollections.get(map, step.key()));
        } catch (Throwable failure) {
            return Failures.absent(roots, path, failure);
        }
    }
}
