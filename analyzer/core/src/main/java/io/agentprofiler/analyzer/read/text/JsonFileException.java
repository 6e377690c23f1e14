// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.text;

/** A file that does not say what it should; the message names file, line, what was found and what was expected. */
public final class JsonFileException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Makes one with a message for people. */
    public JsonFileException(String message) {
        super(message);
    }
}
