// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import java.util.Locale;

/** What a program is: the run of an agent whose model calls are numbered as its steps. */
public enum ProgramBy {
    /** All workflows of a conversation; a workflow without one is a program by itself. */
    CONVERSATION,
    /** A workflow. */
    WORKFLOW;

    /** Returns the word for it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
