// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.agent.context.ThreadContext;

/**
 * The events one thread keeps for reuse, so that showing a span costs no allocation.
 *
 * <p><b>Threading:</b> an instance belongs to its thread.
 */
final class SpareEvents {
    /** How many lane events are kept: as many as spans usually nest. */
    private static final int MAX_LANES = 16;

    private LaneEvent lanes;
    private int laneCount;
    private OperationEvent operations;

    private SpareEvents() {}

    static SpareEvents of(ThreadContext context) {
        SpareEvents known = (SpareEvents) context.spareEvents;
        if (known == null) {
            known = new SpareEvents();
            context.spareEvents = known;
        }
        return known;
    }

    LaneEvent takeLane() {
        LaneEvent event = lanes;
        if (event == null) {
            return new LaneEvent();
        }
        lanes = event.next;
        event.next = null;
        laneCount--;
        return event;
    }

    void keep(LaneEvent event) {
        if (laneCount < MAX_LANES) {
            event.next = lanes;
            lanes = event;
            laneCount++;
        }
    }

    OperationEvent takeOperation() {
        OperationEvent event = operations;
        if (event == null) {
            event = OperationPool.take();
            if (event == null) {
                return new OperationEvent();
            }
        }
        operations = event.next;
        event.next = null;
        return event;
    }

    /** Takes back an event that was not begun. */
    void keep(OperationEvent event) {
        event.next = operations;
        operations = event;
    }
}
