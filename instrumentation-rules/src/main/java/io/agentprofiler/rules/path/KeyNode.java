// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

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
        try {
            return Optionals.unwrap(map.get(step.key()));
        } catch (Throwable failure) {
            return Failures.absent(roots, path, failure);
        }
    }
}
