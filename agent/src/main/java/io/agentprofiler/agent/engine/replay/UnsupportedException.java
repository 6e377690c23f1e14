// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.replay;

/** A result that cannot be made again faithfully; the message says why, without anything that was recorded. */
public final class UnsupportedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates one. */
    public UnsupportedException(String why) {
        super(why, null, false, false);
    }

    /** Creates one of a recorded value that is none of a type. */
    static UnsupportedException notA(String type) {
        return new UnsupportedException("no " + type + " in the recording");
    }
}
