// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.node;

import io.agentprofiler.rules.access.NotRead;
import io.agentprofiler.rules.path.root.PathRoots;

/** {@code a|b}: the first alternative that gives an object. */
public final class ChoiceNode extends Node {
    private final Node[][] alternatives;

    public ChoiceNode(Node[][] alternatives) {
        this.alternatives = alternatives;
    }

    @Override
    Object apply(Object on, PathRoots roots) {
        Object missing = null;
        boolean known = false;
        for (Node[] alternative : alternatives) {
            Object value = run(alternative, on, roots);
            if (value instanceof Missing || value instanceof NotRead) {
                missing = missing == null ? value : missing;
            } else if (value != null) {
                return value;
            } else {
                known = true;
            }
        }
        return known ? null : missing;
    }
}
