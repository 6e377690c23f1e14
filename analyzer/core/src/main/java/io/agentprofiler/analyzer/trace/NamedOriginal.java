// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

/**
 * A {@link Trace#original} that has a name of its own, by which files beside the trace speak of the workflow.
 *
 * <p><b>Threading:</b> immutable.
 */
public interface NamedOriginal {
    /** Returns the name. */
    String name();
}
