// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.node;

import io.agentprofiler.rules.access.NotRead;
import io.agentprofiler.rules.path.root.PathRoots;

/**
 * A step ready to run.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
public abstract class Node {
    /** Runs steps one after another until one has no object to hand on. */
    public static Object run(Node[] nodes, Object from, PathRoots roots) {
        Object at = from;
        for (Node node : nodes) {
            if (at == null || at instanceof Missing || at instanceof NotRead) {
                return at;
            }
            at = node.apply(at, roots);
        }
        return at;
    }

    /**
     * Goes from one object to the next.
     *
     * @param on never {@code null}
     * @return the next object with optionals unwrapped, {@code null} when it is absent, a {@link Missing} when the class of
     *     {@code on} does not have it, a {@link NotRead} when it cannot be had without running the application's code
     */
    abstract Object apply(Object on, PathRoots roots);
}
