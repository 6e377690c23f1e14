// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.sequence.Lanes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * The beginnings and ends of a workflow's spans, lane by lane, each lane in order of time and every end after what is inside. Spans of
 * which no time is known are left out; of those with a moment and no length the moment is told.
 */
public final class LaneWalk {
    private static final Comparator<Span> BY_START =
            Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index);

    private LaneWalk() {}

    /** Told of each. Lanes are those of the workflow, from 0. */
    public interface Visitor<E extends Exception> {
        /** A span begins at its start. */
        void begin(int lane, Span span) throws E;

        /** The last span that began on the lane and has not ended ends at its end. */
        void end(int lane, Span span) throws E;

        /** A span of which only the moment at its start is known. */
        void moment(int lane, Span span) throws E;
    }

    /** Goes through a workflow. */
    public static <E extends Exception> void of(Trace trace, Visitor<E> visitor) throws E {
        int[] laneOf = Lanes.of(trace);
        List<List<Span>> lanes = new ArrayList<>();
        for (Span span : trace.spans()) {
            int lane = laneOf[span.index()];
            while (lanes.size() <= lane) {
                lanes.add(new ArrayList<>());
            }
            lanes.get(lane).add(span);
        }
        for (int lane = 0; lane < lanes.size(); lane++) {
            lanes.get(lane).sort(BY_START);
            Deque<Span> open = new ArrayDeque<>();
            for (Span span : lanes.get(lane)) {
                if (!span.hasMoment()) {
                    continue;
                }
                while (!open.isEmpty() && open.peek().endNanos() <= span.startNanos()) {
                    visitor.end(lane, open.pop());
                }
                if (span.hasLength()) {
                    visitor.begin(lane, span);
                    open.push(span);
                } else {
                    visitor.moment(lane, span);
                }
            }
            while (!open.isEmpty()) {
                visitor.end(lane, open.pop());
            }
        }
    }
}
