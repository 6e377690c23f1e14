// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.tree;

/** Takes what could not be used of a file. */
@FunctionalInterface
public interface Skipped {
    /** Counts something that is left out, or read as something else; the text says where, what is there and what was expected. */
    void count(String problem);
}
