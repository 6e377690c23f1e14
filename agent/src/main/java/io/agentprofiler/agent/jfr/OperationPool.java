// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Events of spans that have ended, on their way from the consumer back to the application's threads. They travel in lots,
 * so that a thread comes here once in {@link #LOT} spans.
 *
 * <p><b>Threading:</b> any thread; no method locks. A lot's node is made anew each time it is put, so that a thread that
 * compares nodes cannot mistake one for another.
 */
final class OperationPool {
    /** Events in a lot; a thread holds at most one lot. */
    static final int LOT = 64;
    /** Lots kept, a little over a megabyte in all: what the ring can hold between two rounds of the consumer. */
    private static final int MAX_LOTS = 128;

    private static final AtomicReference<Lot> TOP = new AtomicReference<>();

    private OperationPool() {}

    /** Puts a lot, linked by {@link OperationEvent#next}; too many are left to the collector. */
    static void put(OperationEvent first) {
        Lot below;
        Lot lot;
        do {
            below = TOP.get();
            if (below != null && below.depth >= MAX_LOTS) {
                return;
            }
            lot = new Lot(first, below, below == null ? 1 : below.depth + 1);
        } while (!TOP.compareAndSet(below, lot));
    }

    /** Takes a lot; {@code null} when there is none. */
    static OperationEvent take() {
        Lot lot;
        do {
            lot = TOP.get();
            if (lot == null) {
                return null;
            }
        } while (!TOP.compareAndSet(lot, lot.below));
        return lot.first;
    }

    /** Lets go of everything, because no recording runs. */
    static void clear() {
        TOP.set(null);
    }

    private record Lot(OperationEvent first, Lot below, int depth) {}
}
