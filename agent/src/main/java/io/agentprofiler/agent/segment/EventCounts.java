// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment;

import io.agentprofiler.agent.stats.EventType;

/**
 * Numbers of events, by type.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class EventCounts {
    private final long[] counts = new long[EventType.values().length];

    public void add(EventType type) {
        counts[type.ordinal()]++;
    }

    /** Adds another's numbers to these, and leaves the other with none. */
    public void take(EventCounts other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
            other.counts[i] = 0;
        }
    }

    /** Returns the number of a type, which is 0 from then on. */
    public long take(EventType type) {
        long count = counts[type.ordinal()];
        counts[type.ordinal()] = 0;
        return count;
    }

    /** Returns the number of all types together. */
    public long sum() {
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum;
    }
}
