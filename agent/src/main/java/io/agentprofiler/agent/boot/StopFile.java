// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import java.io.File;

/**
 * The switch a user can reach from outside: a file named {@code STOP} in the run's directory.
 *
 * <p><b>Threading:</b> the agent's thread.
 */
final class StopFile {
    private final File file;

    /** Looks in the run's directory, nowhere when there is none. */
    StopFile(File directory) {
        this.file = directory == null ? null : new File(directory, "STOP");
    }

    boolean isThere() {
        return file != null && file.exists();
    }

    @Override
    public String toString() {
        return String.valueOf(file);
    }
}
