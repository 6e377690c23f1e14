// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import java.util.PriorityQueue;

/**
 * The slots in which the tool calls of one turn run, in their order. A call begins when its predecessors have begun and a slot is
 * free. With a barrier, it begins when all slots are free.
 *
 * <p><b>Threading:</b> one thread.
 */
final class TurnSlots {
    private final ToolTurn turn;
    private final PriorityQueue<Long> ends = new PriorityQueue<>();
    private long begun;
    /** When what was put last ends, and what stands in {@link #ends} for it. */
    private long last;

    private long held;
    private long free = Long.MIN_VALUE;

    /** Starts with the first call. */
    TurnSlots(ToolTurn turn, long begin, long end) {
        this.turn = turn;
        this.begun = begin;
        this.last = end;
        hold(end);
    }

    ToolTurn turn() {
        return turn;
    }

    /**
     * Puts the next call.
     *
     * @param gap the caller's own work between the call before and this one
     * @param earliest before what it cannot begin, for what is not of the turn
     * @return when it ends
     */
    long end(long gap, long length, long earliest) {
        begun = Math.max(begun + gap, earliest);
        if (ends.size() >= turn.limit()) {
            free = ends.remove();
            while (turn.hasBarrier() && !ends.isEmpty()) {
                free = ends.remove();
            }
            begun = Math.max(begun, free + gap);
        }
        // a call may have begun a little before the end recorded of what freed its slot
        last = begun + length;
        hold(Math.max(free, last));
        return last;
    }

    /**
     * Puts a memory access behind the call before it, whose slot it keeps.
     *
     * @param nanos how long it takes, what the caller does before it included
     * @return when it ends
     */
    long memory(long nanos) {
        ends.remove(held);
        last += nanos;
        hold(Math.max(free, last));
        return last;
    }

    private void hold(long end) {
        held = end;
        ends.add(end);
    }
}
