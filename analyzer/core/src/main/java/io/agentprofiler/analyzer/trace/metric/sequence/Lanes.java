// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.sequence;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Gives every span of a trace a lane, so that bars in one lane overlap only where one contains the other.
 *
 * <p>A span runs in its parent's lane while that is free of siblings, else in the lowest lane that is free. Pure
 * function of the trace.
 */
public final class Lanes {
    private static final Comparator<Span> BY_START =
            Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index);

    private static final int NONE = -1;

    /** Spans that are open in a lane, innermost on top. */
    private final List<Deque<Span>> lanes = new ArrayList<>();

    private final PriorityQueue<Integer> free = new PriorityQueue<>();
    private final PriorityQueue<Busy> busy = new PriorityQueue<>(Comparator.comparingLong(Busy::untilNanos));
    /** By span, {@link #NONE} until it is placed: where clocks differ, or a start is missing, that is after its children. */
    private final int[] laneOf;

    private record Busy(int lane, long untilNanos) {}

    private Lanes(Trace trace) {
        laneOf = new int[trace.spans().size()];
        Arrays.fill(laneOf, NONE);
        List<Span> sorted = new ArrayList<>(trace.spans());
        sorted.sort(BY_START);
        sorted.forEach(this::place);
    }

    /** Returns the lane of each span, from 0, by {@link Span#index}. */
    public static int[] of(Trace trace) {
        return new Lanes(trace).laneOf;
    }

    private void place(Span span) {
        release(span.startNanos());
        int lane = laneFor(span);
        laneOf[span.index()] = lane;
        lanes.get(lane).push(span);
        busy.add(new Busy(lane, span.endNanos()));
    }

    /** Frees lanes of which every span has ended. */
    private void release(long nanos) {
        while (!busy.isEmpty() && busy.peek().untilNanos() <= nanos) {
            int lane = busy.remove().lane();
            Deque<Span> open = lanes.get(lane);
            if (!open.isEmpty() && endedAll(open, nanos)) {
                free.add(lane);
            }
        }
    }

    private static boolean endedAll(Deque<Span> open, long nanos) {
        while (!open.isEmpty() && open.peek().endNanos() <= nanos) {
            open.pop();
        }
        return open.isEmpty();
    }

    private int laneFor(Span span) {
        Span parent = span.parent();
        if (parent != null && laneOf[parent.index()] != NONE) {
            int lane = laneOf[parent.index()];
            Deque<Span> open = lanes.get(lane);
            if (open.peek() == parent && span.endNanos() <= parent.endNanos()) {
                return lane;
            }
        }
        Integer lane = free.poll();
        if (lane != null) {
            return lane;
        }
        lanes.add(new ArrayDeque<>());
        return lanes.size() - 1;
    }
}
