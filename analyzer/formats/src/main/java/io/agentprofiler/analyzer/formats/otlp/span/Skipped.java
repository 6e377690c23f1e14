// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.otlp.span;

/** Counts what cannot be used. */
public interface Skipped {
    /**
     * Counts one thing.
     *
     * @param place where in its record, as a JSON pointer
     * @param what what was expected and what was found
     */
    void count(String place, String what);
}
