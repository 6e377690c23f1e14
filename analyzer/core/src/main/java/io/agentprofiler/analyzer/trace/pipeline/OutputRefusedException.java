// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

/** Thrown where an output cannot go on and more traces are of no use to it; the message is for the user. */
public final class OutputRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public OutputRefusedException(String message) {
        super(message);
    }
}
