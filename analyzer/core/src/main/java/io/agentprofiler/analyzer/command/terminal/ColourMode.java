// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command.terminal;

import java.util.Locale;

/** When to write colours. */
enum ColourMode {
    /** On a terminal, unless {@code NO_COLOR} is set. */
    AUTO,
    ALWAYS,
    NEVER;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
