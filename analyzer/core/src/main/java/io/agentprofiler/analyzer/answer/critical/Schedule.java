// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;

/**
 * A workflow as a schedule that can be replayed with other durations.
 *
 * <p>A span that began after another had ended is assumed to have waited for it. This assumption may underestimate a saving, but
 * never overestimates it. With {@link Supposition#NONE} the result is the recording, to the nanosecond.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Schedule {
    private final List<Span> spans;
    private final Children top;
    /** By {@link Span#index}; {@code null} for spans without children. */
    private final Children[] childrenOf;

    private Schedule(Trace trace) {
        this.spans = trace.spans();
        this.top = new Children(null, trace.startNanos(), trace.endNanos(), trace.roots());
        this.childrenOf = new Children[spans.size()];
        for (Span span : spans) {
            if (!span.children().isEmpty()) {
                childrenOf[span.index()] = new Children(span, span.startNanos(), span.endNanos(), span.children());
            }
        }
    }

    /** Returns the schedule of a workflow. */
    public static Schedule of(Trace trace) {
        return new Schedule(trace);
    }

    /** Returns how long the workflow would take, in nanoseconds; linear in its spans. */
    public long wallNanos(Supposition change) {
        long[] ends = new long[spans.size()];
        return top.rewalk(change, lengths(change, ends), ends);
    }

    /** Returns when a span would begin, in nanoseconds since the workflow's start. */
    public long beginNanos(Supposition change, Span span) {
        long[] ends = new long[spans.size()];
        long[] lengths = lengths(change, ends);
        top.rewalk(change, lengths, ends);
        long begin = 0;
        for (Span part = span; part != null; part = part.parent()) {
            begin += ends[part.index()] - lengths[part.index()];
        }
        return begin;
    }

    /**
     * Returns how long groups of spans would take, each from the start of its first span to the end of its last.
     *
     * @param groups spans of one parent each, not empty
     */
    public long[] nanos(Supposition change, List<List<Span>> groups) {
        long[] ends = new long[spans.size()];
        long[] lengths = lengths(change, ends);
        top.rewalk(change, lengths, ends);
        long[] nanos = new long[groups.size()];
        for (int i = 0; i < nanos.length; i++) {
            long first = Long.MAX_VALUE;
            long last = Long.MIN_VALUE;
            for (Span span : groups.get(i)) {
                first = Math.min(first, ends[span.index()] - lengths[span.index()]);
                last = Math.max(last, ends[span.index()]);
            }
            nanos[i] = last - first;
        }
        return nanos;
    }

    /** Returns how long every span would take, by {@link Span#index}. */
    public long[] lengths(Supposition change) {
        return lengths(change, new long[spans.size()]);
    }

    private long[] lengths(Supposition change, long[] ends) {
        long[] lengths = new long[spans.size()];
        // a span stands before its children
        for (int i = spans.size() - 1; i >= 0; i--) {
            Span span = spans.get(i);
            boolean open = span.has(SpanFlag.UNFINISHED);
            long nanos = childrenOf[i] != null
                    ? childrenOf[i].rewalk(change, lengths, ends)
                    : span.durationNanos() > 0 && !open
                            ? change.own(span, span.startNanos(), span.durationNanos())
                            : span.durationNanos();
            lengths[i] = open ? nanos : change.length(span, nanos);
        }
        return lengths;
    }

    Children top() {
        return top;
    }

    /** Returns the span's children, {@code null} when it has no children. */
    Children children(Span span) {
        return childrenOf[span.index()];
    }
}
