// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording;

/**
 * A request that a model call made. Where requests were not recorded, a call counts as one.
 *
 * @param outcome how it ended
 * @param status the status of HTTP that it was refused with; -1 where it was not, or that is unknown
 * @param nanos how long it took; -1 when unknown
 */
public record Attempt(Outcome outcome, int status, long nanos) {
    /** How a request ended. */
    public enum Outcome {
        ANSWERED,
        REFUSED,
        /** The connection ended without an answer, or in the middle of it. */
        CUT
    }
}
