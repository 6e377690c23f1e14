// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline;

/** Thrown where an input holds more than this heap or a reader's patience can take; the message says what, and what to do. */
public final class TooMuchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TooMuchException(String message) {
        super(message);
    }
}
