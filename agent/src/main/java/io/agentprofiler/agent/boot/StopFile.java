// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The switch a user can reach from outside: a file named {@code STOP} in the run's directory.
 *
 * <p><b>Threading:</b> the agent's thread.
 */
final class StopFile {
    private final Path file;

    /** Looks in the run's directory, whether or not it is there. */
    StopFile(Path directory) {
        this.file = directory.resolve("STOP");
    }

    boolean isThere() {
        return Files.exists(file);
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
