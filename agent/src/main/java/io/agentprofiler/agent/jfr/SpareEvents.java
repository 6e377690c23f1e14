// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.agent.context.ThreadContext;

/**
 * What one thread keeps between its spans: events for reuse, so that showing a span costs no allocation, and when it left the
 * last span.
 *
 * <p><b>Threading:</b> an instance belongs to its thread.
 */
final class SpareEvents {
    /** How many lane events are kept: as many as spans usually nest. */
    private static final int MAX_LANES = 16;

    /** Id of the span this thread left last; an id and not the span, which must not be kept alive. 0 for none. */
    long leftId;
    /** When it did, in ticks of JFR's clock. */
    long leftTicks;

    private LaneEvent lanes;
    private int laneCount;

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
}
