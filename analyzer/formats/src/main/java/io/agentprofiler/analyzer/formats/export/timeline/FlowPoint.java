// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.timeline;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;

/**
 * Where an arrow between two spans is tied to in formats that tie it to a lane and a moment: there the span must be the innermost of
 * its lane.
 */
public final class FlowPoint {
    /** There is no such moment. */
    public static final long NONE = Long.MIN_VALUE;

    private static final long ODD = 0x9E3779B97F4A7C15L;

    private FlowPoint() {}

    /**
     * Returns the middle of the first stretch in which nothing else of the span's lane covers it; its start where there is none.
     *
     * @param lanes the lane of each span of the trace
     */
    public static long of(Span span, int[] lanes) {
        return of(span, lanes, Long.MAX_VALUE);
    }

    /**
     * Returns the same, but no moment after another; {@link #NONE} where the stretch begins after it.
     *
     * @param latest the moment
     */
    public static long of(Span span, int[] lanes, long latest) {
        long from = span.startNanos();
        long to = span.endNanos();
        for (Span child : span.children()) {
            if (lanes[child.index()] == lanes[span.index()]) {
                if (child.startNanos() > from) {
                    to = child.startNanos();
                    break;
                }
                from = Math.max(from, child.endNanos());
            }
        }
        from = from < to ? from : span.startNanos();
        long middle = from + Math.max(0, to - from) / 2;
        return from > latest ? NONE : Math.min(middle, latest);
    }

    /** Returns a number for the arrow to a span that no other arrow has, as good as certainly; never 0. */
    public static long id(Trace trace, Span to) {
        long id = mixed(mixed(mixed(trace.id().high()) + trace.id().low()) + to.id());
        return id == 0 ? 1 : id;
    }

    /** Stafford's thirteenth mix of 64 bits. */
    private static long mixed(long bits) {
        long mixed = bits + ODD;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
