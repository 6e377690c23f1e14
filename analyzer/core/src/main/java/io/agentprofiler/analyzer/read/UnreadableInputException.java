// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import java.nio.file.Path;

/** Something the user named that cannot be analysed. The message is the one line to show. */
public final class UnreadableInputException extends Exception {
    public UnreadableInputException(Path named, String reason) {
        super(named + ": " + reason);
    }
}
