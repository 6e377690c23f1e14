// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.boot;

import io.agentprofiler.agent.config.Settings;

/**
 * Answers {@code -Dagentprofiler.help=true}.
 *
 * <p><b>Threading:</b> main thread, before the application.
 */
public final class Help {
    private Help() {}

    /** Prints every setting on stderr. */
    public static void print() {
        System.err.print(Settings.help());
    }
}
