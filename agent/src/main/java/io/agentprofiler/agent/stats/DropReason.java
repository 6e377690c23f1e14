// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.stats;

/** Why an event is not in the trace. */
public enum DropReason {
    /** The ring had no room to spare for it: the writer could not keep up. */
    RING_FULL("ring_full"),
    /** The heap was so full that new spans were not recorded. */
    SHED("shed"),
    /** The writer had taken as much of a processor as {@code agentprofiler.cpu} lets it. */
    CPU("cpu"),
    /** It came after the agent had begun to shut down, or could not be written in the time a shutdown has. */
    SHUTDOWN("shutdown"),
    /** The segment sink could not write: disk full, no permission. */
    IO("io"),
    /** Somebody removed the file, or cut it short, while it was written. */
    REMOVED("removed"),
    /** The segment sink threw an exception, or is switched off because it threw too many. */
    SINK_FAILED("sink_failed"),
    /** The application's stack was at its end, and left no room to record it. */
    STACK_OVERFLOW("stack_overflow");

    private final String word;

    DropReason(String word) {
        this.word = word;
    }

    /** Returns the word of the trace format. */
    public String word() {
        return word;
    }
}
