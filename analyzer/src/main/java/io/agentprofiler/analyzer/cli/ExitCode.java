// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

/** What the process answers to its caller. */
final class ExitCode {
    /** Done. */
    static final int OK = 0;
    /** A gate the user set was not passed. */
    static final int GATE_FAILED = 1;
    /** Bad input or wrong usage: nothing was done. */
    static final int BAD_INPUT = 2;
    /** Something the user set a limit to is close to it, or cannot be checked. */
    static final int WARNED = 3;

    private ExitCode() {}
}
