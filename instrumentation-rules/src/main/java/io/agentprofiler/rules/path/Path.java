// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path;

/**
 * A path from a call to an object: {@code arg0.parameters.modelName}.
 *
 * <p><b>Threading:</b> immutable; any thread.
 */
public interface Path {
    /**
     * Reads the object.
     *
     * @return the object, or {@code null} when it, or any step on the way, is absent
     */
    Object read(PathRoots roots);

    /** Returns what {@link #read} starts from. */
    Roots roots();

    /** Returns the path as written in the rule file. */
    @Override
    String toString();
}
