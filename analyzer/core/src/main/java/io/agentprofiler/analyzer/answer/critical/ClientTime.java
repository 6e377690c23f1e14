// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import io.agentprofiler.analyzer.trace.Intervals;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.WrappedCalls;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The client overhead before the request of one model call, in the call and in the wrappers around it. The sum over all calls never
 * exceeds the self time of the spans.
 *
 * @param stretches the outermost span last; empty where nothing is known
 */
public record ClientTime(List<ClientStretch> stretches) {
    /** A wrapper with more spans in it wraps no call; it would take long to look through it for each of them. */
    private static final int MOST_SPANS = 1_000;

    /**
     * Part of a span.
     *
     * @param span the call, or a wrapper around it
     * @param fromNanos since 1970
     * @param toNanos since 1970
     * @param nanos how much of that the span itself took
     */
    public record ClientStretch(Span span, long fromNanos, long toNanos, long nanos) {}

    public ClientTime {
        stretches = List.copyOf(stretches);
    }

    /**
     * Returns the time before a call's request.
     *
     * @param call a call that wraps nothing
     * @param server when it waited for its model, {@code null} where that is not known
     */
    public static ClientTime before(Span call, ServerTime server) {
        List<ClientStretch> found = new ArrayList<>();
        if (server != null && call.isMeasured()) {
            long nanos = server.before(call.startNanos(), call.endNanos());
            found.add(new ClientStretch(call, call.startNanos(), call.startNanos() + nanos, nanos));
        }
        Span inner = call;
        for (Span up = WrappedCalls.around(inner); isShort(up); up = WrappedCalls.around(inner)) {
            long from = up.startNanos();
            boolean first = true;
            for (Span other : WrappedCalls.by(up)) {
                if (other == inner) {
                    break;
                }
                first = false;
                from = Math.max(from, other.endNanos());
            }
            long to = Math.min(inner.startNanos(), up.endNanos());
            if (to >= from) {
                found.add(new ClientStretch(up, from, to, to - from - Intervals.covered(steps(up), from, to)));
            }
            if (!first) {
                break;
            }
            inner = up;
        }
        return new ClientTime(found);
    }

    private static boolean isShort(Span wrapper) {
        return wrapper != null && wrapper.isMeasured() && wrapper.size() <= MOST_SPANS;
    }

    /** A wrapper's own requests, of a token for instance, are its own time. */
    private static List<Span> steps(Span wrapper) {
        return wrapper.children().stream()
                .filter(child -> child.kind() != SpanKind.HTTP)
                .toList();
    }

    /** Answers whether any stretch is known. */
    public boolean isKnown() {
        return !stretches.isEmpty();
    }

    /** Returns the total in nanoseconds. */
    public long nanos() {
        return stretches.stream().mapToLong(ClientStretch::nanos).sum();
    }
}
