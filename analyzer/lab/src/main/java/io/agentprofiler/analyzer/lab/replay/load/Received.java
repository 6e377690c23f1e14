// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load;

import io.agentprofiler.analyzer.trace.Tokens;

/**
 * What came of a request. Times are of {@link System#nanoTime}.
 *
 * @param outcome how it ended
 * @param status of HTTP; -1 where none came
 * @param sentNanos when it was sent
 * @param arrival when the chunks of its answer came
 * @param endNanos when it had ended
 * @param tokens what the server counted
 * @param problem the class of what went wrong; {@code null} for nothing
 */
public record Received(
        RequestOutcome outcome,
        int status,
        long sentNanos,
        ChunkArrival arrival,
        long endNanos,
        Tokens tokens,
        String problem) {
    /**
     * When the chunks of its answer came.
     *
     * @param firstNanos when the first chunk with text, reasoning or a tool call came; -1 for none
     * @param lastNanos when the last such chunk came; -1 for none
     * @param maxGapNanos longest time between two of them; unknown for fewer than two
     * @param chunks how many came
     */
    public record ChunkArrival(long firstNanos, long lastNanos, long maxGapNanos, long chunks) {}

    /** How a request ended. */
    public enum RequestOutcome {
        ANSWERED,
        /** Refused with 429. */
        LIMITED,
        /** No whole answer in time. */
        TIMEOUT,
        /** Another status, a redirect, an answer that is none, or a lost connection. */
        FAILED,
        /** The load was stopped before it had ended. */
        STOPPED
    }

    /** Returns what a trace calls the failure; {@code null} where there was none. */
    public String errorType() {
        return switch (outcome) {
            case ANSWERED, STOPPED -> null;
            case LIMITED -> "429";
            case TIMEOUT -> "timeout";
            case FAILED -> problem;
        };
    }
}
