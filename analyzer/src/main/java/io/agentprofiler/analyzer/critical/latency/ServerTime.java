// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.critical.latency;

import io.agentprofiler.analyzer.input.event.SpanEvent;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.schema.SpanKind;
import java.util.List;

/**
 * When a model call waited for its model: from its first HTTP attempt to the end of its last one, or to its last chunk where that
 * came later. What is before and after is the client's own: building the request, loading classes, opening a connection, handing the
 * answer on.
 *
 * @param fromNanos since 1970, within the call
 * @param untilNanos since 1970, within the call, not before the start
 */
public record ServerTime(long fromNanos, long untilNanos) {
    /** Returns the time of a call, {@code null} for what is no model call, and where no attempt was recorded. */
    public static ServerTime of(Span call) {
        boolean model = call.kind() == SpanKind.LLM || call.kind() == SpanKind.EMBEDDING;
        if (!model || call.children().isEmpty()) {
            return null;
        }
        List<Span> attempts = Attempts.of(call).attempts();
        if (attempts.isEmpty()) {
            return null;
        }
        long until = call.chunks() == null || call.chunks().lastNanos() == SpanEvent.ABSENT
                ? Long.MIN_VALUE
                : call.chunks().lastNanos();
        for (Span attempt : attempts) {
            until = Math.max(until, attempt.endNanos());
        }
        long from = Math.min(
                call.endNanos(), Math.max(call.startNanos(), attempts.get(0).startNanos()));
        return new ServerTime(from, Math.max(from, Math.min(call.endNanos(), until)));
    }

    /** Returns how much of a stretch is before the first attempt. */
    public long before(long startNanos, long endNanos) {
        return Math.max(0, Math.min(endNanos, fromNanos) - startNanos);
    }

    /** Returns how much of a stretch is after the answer. */
    public long after(long startNanos, long endNanos) {
        return Math.max(0, endNanos - Math.max(startNanos, untilNanos));
    }

    /** Returns how much of a stretch is neither. */
    public long within(long startNanos, long endNanos) {
        return endNanos - startNanos - before(startNanos, endNanos) - after(startNanos, endNanos);
    }
}
