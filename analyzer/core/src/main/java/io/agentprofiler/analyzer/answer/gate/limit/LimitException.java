// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate.limit;

/** A limit that cannot be understood; the message says what was expected. */
public final class LimitException extends Exception {
    private static final long serialVersionUID = 1L;

    LimitException(String message) {
        super(message);
    }
}
