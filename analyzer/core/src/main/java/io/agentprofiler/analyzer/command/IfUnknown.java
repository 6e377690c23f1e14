// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command;

import java.util.Locale;

/** What becomes of a limit that cannot be checked because something is unknown. */
public enum IfUnknown {
    IGNORE(ExitCode.OK),
    WARN(ExitCode.WARNED),
    FAIL(ExitCode.GATE_FAILED);

    private final int exitCode;

    IfUnknown(int exitCode) {
        this.exitCode = exitCode;
    }

    /** Returns what the process answers. */
    public int exitCode() {
        return exitCode;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
