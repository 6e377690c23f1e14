// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.node;

import io.agentprofiler.rules.path.object.ClassNames;
import io.agentprofiler.rules.path.root.PathRoots;

/** {@code class} and {@code simpleClass}. */
public final class ClassNameNode extends Node {
    private final boolean simple;

    public ClassNameNode(boolean simple) {
        this.simple = simple;
    }

    @Override
    Object apply(Object on, PathRoots roots) {
        Class<?> type = ClassNames.real(on.getClass());
        return simple ? ClassNames.simple(type) : type.getName();
    }
}
