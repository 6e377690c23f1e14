// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Intervals;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.WrappedCalls;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Arrays;
import java.util.List;

/**
 * The periods in which a model call waited for its model. The time before and after is client overhead: waiting for a permit,
 * building the request, loading classes, passing the answer on.
 *
 * <p>A call waits from its first HTTP attempt to the end of its last one, or to its last chunk where that came later. A span that
 * {@linkplain Span#isWrapper wraps} calls waits while one of them runs; its own time between two of them is before the next one, as
 * with a back-off.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class ServerTime {
    /** Starts and ends by turns, since 1970, in order, within the span. */
    private final long[] bounds;

    private ServerTime(long[] bounds) {
        this.bounds = bounds;
    }

    /**
     * Returns the time of a call; {@code null} for what is no model call, where no attempt was recorded, and for a wrapper of
     * nothing.
     */
    public static ServerTime of(Span call) {
        boolean model = call.kind() == SpanKind.LLM || call.kind() == SpanKind.EMBEDDING;
        if (!model || call.children().isEmpty()) {
            return null;
        }
        return call.isWrapper() ? ofWrapper(call) : ofCall(call);
    }

    private static ServerTime ofCall(Span call) {
        List<Span> attempts = Attempts.of(call).attempts();
        if (attempts.isEmpty()) {
            return null;
        }
        long until = call.chunks() == null || call.chunks().lastNanos() == Unknown.LONG
                ? Long.MIN_VALUE
                : call.chunks().lastNanos();
        for (Span attempt : attempts) {
            until = Math.max(until, attempt.endNanos());
        }
        long from = within(call, attempts.get(0).startNanos());
        return new ServerTime(new long[] {from, Math.max(from, within(call, until))});
    }

    private static ServerTime ofWrapper(Span wrapper) {
        List<Span> wrapped = WrappedCalls.by(wrapper);
        if (wrapped.isEmpty()) {
            return null;
        }
        long[] bounds = new long[2 * wrapped.size()];
        int count = 0;
        for (Span call : wrapped) {
            long from = within(wrapper, call.startNanos());
            long until = Math.max(from, within(wrapper, call.endNanos()));
            if (count > 0 && from <= bounds[count - 1]) {
                bounds[count - 1] = Math.max(bounds[count - 1], until);
            } else {
                bounds[count++] = from;
                bounds[count++] = until;
            }
        }
        return new ServerTime(Arrays.copyOf(bounds, count));
    }

    private static long within(Span span, long nanos) {
        return Math.min(span.endNanos(), Math.max(span.startNanos(), nanos));
    }

    /** Returns how much of a stretch is before the first attempt, or before the next wrapped call. */
    public long before(long startNanos, long endNanos) {
        return endNanos <= startNanos
                ? 0
                : endNanos - startNanos - within(startNanos, endNanos) - after(startNanos, endNanos);
    }

    /** Returns how much of a stretch is after the last answer. */
    public long after(long startNanos, long endNanos) {
        return Math.max(0, endNanos - Math.max(startNanos, bounds[bounds.length - 1]));
    }

    /** Returns how much of a stretch is neither. */
    public long within(long startNanos, long endNanos) {
        long within = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            within += Math.max(0, Intervals.length(Math.max(startNanos, bounds[i]), Math.min(endNanos, bounds[i + 1])));
        }
        return within;
    }
}
