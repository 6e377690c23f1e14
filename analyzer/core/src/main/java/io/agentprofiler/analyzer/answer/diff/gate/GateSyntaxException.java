// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.gate;

/** Why a list of gates cannot be understood; the message names the offending part and what would be right. */
public final class GateSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    GateSyntaxException(String message) {
        super(message);
    }
}
