// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.stats;

/**
 * How full the heap is, in what it means for recording.
 *
 * <p>Judged by what the last collection left over, since garbage says nothing; relieved well below the level that raised
 * it, so that it does not flicker.
 *
 * <p><b>Threading:</b> the consumer updates, producers read.
 */
public final class Pressure {
    /** What is given up. */
    public enum Level {
        NONE,
        /** Prompts and results are not read, chunk events not recorded. */
        PAYLOADS,
        /** New spans are not recorded either. */
        SPANS
    }

    private static final double PAYLOADS_ABOVE = 0.90;
    private static final double SPANS_ABOVE = 0.95;
    private static final double RELIEVED_BELOW = 0.75;

    private volatile Level level = Level.NONE;

    public Level level() {
        return level;
    }

    /** Records the share of the heap in use after the last collection, negative when unknown. */
    public void update(double share) {
        if (share < RELIEVED_BELOW) {
            level = Level.NONE;
        } else if (share > SPANS_ABOVE) {
            level = Level.SPANS;
        } else if (share > PAYLOADS_ABOVE && level == Level.NONE) {
            level = Level.PAYLOADS;
        }
    }
}
