// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

/** A JVM that could not be asked, or took no agent; the message says why. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    /** Says why. */
    public RefusedException(String why) {
        super(why);
    }
}
