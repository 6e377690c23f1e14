// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command;

/** Where the documentation is: the site that a release publishes from the folder {@code docs}. */
public final class Documentation {
    /** Begins the line of a help text that names its page; {@code docs/questions/diff.md} is {@code AT + "questions/diff/"}. */
    public static final String AT = "Documentation: https://agentprofiler.github.io/agent-profiler/";

    private Documentation() {}
}
