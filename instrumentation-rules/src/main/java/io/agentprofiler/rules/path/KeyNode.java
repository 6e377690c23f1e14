// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

import io.agentprofiler.rules.access.Holders;
import io.agentprofiler.rules.access.PlainCollections;
import java.util.Map;

/** {@code ['key']}: reads a Map. */
final class KeyNode extends Node {
    private final String path;
    private final Step.Key step;

    KeyNode(String path, Step.Key step) {
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
