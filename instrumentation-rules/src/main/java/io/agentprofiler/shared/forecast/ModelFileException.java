// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.forecast;

/** A file that holds no forecast model; the message names file, line and column, what was found and what was expected. */
public final class ModelFileException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Makes one with a message for people. */
    public ModelFileException(String message) {
        super(message);
    }
}
