// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.stats;

/**
 * What is given up for want of memory or of CPU time.
 *
 * <p>The heap is judged by what the last collection left over, since garbage says nothing; relieved well below the level that
 * raised it, so that it does not flicker.
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

    private volatile Level heap = Level.NONE;
    private volatile Level cpu = Level.NONE;
    /** The higher of the two: one reading for producers. */
    private volatile Level level = Level.NONE;

    public Level level() {
        return level;
    }

    /** Returns why something is given up that {@code needed} asks for; the heap's fill, where both do. */
    public DropReason reason(Level needed) {
        return heap.compareTo(needed) >= 0 || cpu.compareTo(needed) < 0 ? DropReason.SHED : DropReason.CPU;
    }

    /** Records the share of the heap in use after the last collection, negative when unknown. */
    public void update(double share) {
        if (share < RELIEVED_BELOW) {
            heap = Level.NONE;
        } else if (share > SPANS_ABOVE) {
            heap = Level.SPANS;
        } else if (share > PAYLOADS_ABOVE && heap == Level.NONE) {
            heap = Level.PAYLOADS;
        }
        join();
    }

    /** Records what has to be given up for the writer to get by with its share of a processor. */
    public void updateCpu(Level needed) {
        cpu = needed;
        join();
    }

    private void join() {
        level = heap.compareTo(cpu) >= 0 ? heap : cpu;
    }
}
