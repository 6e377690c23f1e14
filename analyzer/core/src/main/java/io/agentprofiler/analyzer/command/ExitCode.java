// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command;

/** What the process answers to its caller. */
public final class ExitCode {
    /** Done. */
    public static final int OK = 0;
    /** A gate the user set was not passed. */
    public static final int GATE_FAILED = 1;
    /** Bad input or wrong usage: nothing was done. */
    public static final int BAD_INPUT = 2;
    /** Something the user set a limit to is close to it, or cannot be checked; or a part of what was done did not work. */
    public static final int WARNED = 3;

    private ExitCode() {}
}
