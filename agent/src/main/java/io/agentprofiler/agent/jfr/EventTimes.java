// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.agent.jfr.event.TypedEvent;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import jdk.jfr.Event;

/**
 * The start and the duration that JFR adds to every event class, as fields, in ticks of its own clock.
 *
 * <p>An event's times can otherwise only be set by calling {@code begin} and {@code end} at those moments, and so only on the
 * application's threads. With the fields at hand these read the clock once a span end, and everything else of the event is made
 * where it is committed.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class EventTimes {
    private static final ClassValue<EventTimes> KNOWN = new ClassValue<>() {
        @Override
        protected EventTimes computeValue(Class<?> type) {
            return new EventTimes(type);
        }
    };

    /** The fields of the event that application threads read the clock with. */
    private static final EventTimes LANE = of(LaneEvent.class);

    private static final VarHandle LANE_START = LANE.start;
    private static final VarHandle LANE_DURATION = LANE.duration;

    private final VarHandle start;
    private final VarHandle duration;

    private EventTimes(Class<?> type) {
        VarHandle startField = null;
        VarHandle durationField = null;
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            startField = lookup.findVarHandle(type, "startTime", long.class);
            durationField = lookup.findVarHandle(type, "duration", long.class);
        } catch (ReflectiveOperationException e) {
            // A JVM that keeps them elsewhere: known() says so, and who needs them does without.
            startField = null;
        }
        start = startField;
        duration = durationField;
    }

    public static EventTimes of(Class<?> type) {
        return KNOWN.get(type);
    }

    /** Answers whether this JVM has the fields. */
    public static boolean known() {
        return LANE_START != null;
    }

    /** Returns when {@code begun} was begun, in ticks. */
    static long startOf(LaneEvent begun) {
        return (long) LANE_START.get(begun);
    }

    /** Returns when {@code ended} was ended, in ticks. */
    static long endOf(LaneEvent ended) {
        return (long) LANE_START.get(ended) + (long) LANE_DURATION.get(ended);
    }

    /** Gives both events of a span the times of its start and end, in ticks. */
    static void set(TypedEvent event, long startTicks, long endTicks) {
        of(event.getClass()).put(event, startTicks, endTicks);
        of(event.call.getClass()).put(event.call, startTicks, endTicks);
    }

    private void put(Event event, long startTicks, long endTicks) {
        start.set(event, startTicks);
        // a duration of 0 means that the event has not ended yet
        duration.set(event, Math.max(1, endTicks - startTicks));
    }
}
