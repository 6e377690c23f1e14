// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import java.io.IOException;

/** A file of which nothing can be used. The message is one line for the user and does not repeat the file's name. */
public final class UnreadableFileException extends IOException {
    public UnreadableFileException(String message) {
        super(message);
    }
}
