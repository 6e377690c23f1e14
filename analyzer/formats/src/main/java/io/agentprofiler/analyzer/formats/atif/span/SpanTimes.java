// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.span;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.shared.schema.Attributes;

/**
 * Settles when spans began and ended, and says how that is known. Nothing is made up: what was not measured has no length.
 *
 * <ul>
 *   <li>both ends of a call are said: it is measured;
 *   <li>an agent, or another span around calls, all of which are measured: it reaches from the first to the last of them;
 *   <li>only times of steps are said: an agent reaches from the first to the last, which is an estimate; a call stands at the time
 *       of its step, without a length, since the format does not say whether a step begins or ends then, and what passes between two
 *       steps is the time of tools and the next model call together;
 *   <li>nothing is said: spans stand in their order, without a time.
 * </ul>
 *
 * <p><b>Threading:</b> one thread.
 */
final class SpanTimes {
    /** More than the nanoseconds that only keep the order. */
    private static final long MILLI = 1_000_000;

    /** Keeps spans without times of their own in order: a nanosecond each. */
    private long order;

    private long now;

    private SpanTimes() {}

    static void settle(PlannedSpan root) {
        SpanTimes times = new SpanTimes();
        times.now = firstKnown(root);
        times.span(root);
    }

    private static long firstKnown(PlannedSpan span) {
        long first = span.timing.isExact() ? span.timing.startNanos() : Long.MAX_VALUE;
        first = span.firstMoment == Unknown.LONG ? first : Math.min(first, span.firstMoment);
        for (PlannedSpan child : span.children) {
            long known = firstKnown(child);
            first = known == 0 ? first : Math.min(first, known);
        }
        return first == Long.MAX_VALUE ? 0 : first;
    }

    private void span(PlannedSpan span) {
        long at = order++;
        if (span.firstMoment != Unknown.LONG) {
            now = span.firstMoment;
        } else if (span.timing.startNanos() != Unknown.LONG) {
            now = span.timing.startNanos();
        }
        boolean known = now > 0 && (span.firstMoment != Unknown.LONG || span.timing.startNanos() != Unknown.LONG);
        span.startNanos = now + at;
        span.endNanos = span.startNanos;
        span.known = known ? Attributes.TIMING_MOMENT : Attributes.TIMING_NONE;
        for (PlannedSpan child : span.children) {
            span(child);
        }
        if (span.timing.isExact()) {
            span.startNanos = span.timing.startNanos();
            span.endNanos = span.timing.endNanos();
            span.known = null;
        } else if (span.timing.startNanos() != Unknown.LONG && span.lastMoment > span.timing.startNanos()) {
            span.startNanos = span.timing.startNanos();
            span.endNanos = span.lastMoment;
            span.known = Attributes.TIMING_ESTIMATED;
        } else if (!span.children.isEmpty()) {
            around(span);
        }
    }

    private static void around(PlannedSpan span) {
        boolean exact = true;
        boolean timed = span.firstMoment != Unknown.LONG;
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (PlannedSpan child : span.children) {
            exact &= child.known == null;
            timed |= !Attributes.TIMING_NONE.equals(child.known);
            first = Math.min(first, child.startNanos);
            last = Math.max(last, child.endNanos);
        }
        if (exact) {
            span.startNanos = first;
            span.endNanos = last;
            span.known = null;
            return;
        }
        if (!timed) {
            return;
        }
        boolean moments = span.firstMoment != Unknown.LONG;
        span.startNanos = Math.min(first, span.known.equals(Attributes.TIMING_NONE) ? first : span.startNanos);
        // children whose moment is the last one stand a little after it, to keep their order
        boolean atLast = moments && last - span.lastMoment < MILLI;
        span.endNanos = atLast ? Math.max(span.startNanos, span.lastMoment) : last;
        // steps that all name one time say nothing of how long it took
        span.known = span.endNanos - span.startNanos > MILLI ? Attributes.TIMING_ESTIMATED : Attributes.TIMING_MOMENT;
        if (span.known.equals(Attributes.TIMING_MOMENT)) {
            span.endNanos = span.startNanos;
        }
    }
}
