// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.config.Settings;

/**
 * Answers {@code -Dagentprofiler.help=true}, and says what is wrong with settings where no recording was started that would.
 *
 * <p><b>Threading:</b> main thread, before the application, or the thread of the shutdown hook.
 */
public final class Help {
    private Help() {}

    /** Prints what is wrong with the settings on stderr, a line each. */
    public static void tellProblems() {
        Settings.parse(System.getProperties());
    }

    /** Prints every setting on stderr. */
    public static void print() {
        System.err.print(Settings.help());
    }
}
