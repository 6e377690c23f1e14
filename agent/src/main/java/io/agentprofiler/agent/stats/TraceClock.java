// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.stats;

import java.time.Instant;

/**
 * Turns {@link System#nanoTime} into time of day. One pair of readings serves a whole run, so that no change of the
 * machine's clock reorders or stretches a trace.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param epochNanos nanoseconds since 1970 at the anchor
 * @param nanos {@link System#nanoTime} at the anchor
 */
public record TraceClock(long epochNanos, long nanos) {
    /** Anchors a clock at this moment. */
    public static TraceClock now() {
        long before = System.nanoTime();
        Instant instant = Instant.now();
        long after = System.nanoTime();
        long epochNanos = instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
        return new TraceClock(epochNanos, before + (after - before) / 2);
    }

    /** Returns the nanoseconds since 1970 at {@code nanoTime}. */
    public long epochNanos(long nanoTime) {
        return epochNanos + (nanoTime - nanos);
    }
}
