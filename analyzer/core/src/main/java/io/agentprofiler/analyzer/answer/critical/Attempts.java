// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/**
 * The HTTP attempts that a call made itself, outside of other attempts.
 *
 * <p>Only spans that can lie between a call and its attempts are visited, so each span is visited for one call.
 *
 * @param attempts by start
 */
public record Attempts(List<Span> attempts) {
    private static final List<String> TARGET =
            List.of("http.request.method", "server.address", "server.port", "url.full", "url.path");
    /** The lowest status code of a failure, 4xx or 5xx. */
    private static final int FIRST_FAILURE = 400;

    private static final Attempts NONE = new Attempts(List.of());

    /** Returns the attempts of a call. */
    public static Attempts of(Span call) {
        // as most calls of traces without requests; it is asked for several times for each
        if (call.children().isEmpty()) {
            return NONE;
        }
        List<Span> found = new ArrayList<>();
        Deque<Span> todo = new ArrayDeque<>();
        todo.add(call);
        while (!todo.isEmpty()) {
            Span span = todo.remove();
            if (span == call || span.kind() == SpanKind.HTTP || span.kind() == SpanKind.FUNCTION) {
                todo.addAll(span.children());
            }
            if (span.requestedBy() == call && span.parent().kind() != SpanKind.HTTP) {
                found.add(span);
            }
        }
        found.sort(Comparator.comparingLong(Span::startNanos).thenComparingLong(Span::endNanos));
        return new Attempts(found);
    }

    /**
     * A failed attempt that was made again.
     *
     * @param fromNanos when it began
     * @param toNanos when the next attempt of the same request began: what passed before that includes the back-off
     */
    public record Retry(long fromNanos, long toNanos) {
        /** Returns the time lost by the failed attempt, back-off included. */
        public long nanos() {
            return toNanos - fromNanos;
        }
    }

    /**
     * Returns the failed attempts that were made again. A call may send several requests for reasons of its own: a failed one with an
     * equal one after it was sent again.
     */
    public List<Retry> retries() {
        if (attempts.size() < 2) {
            return List.of();
        }
        List<Retry> retries = new ArrayList<>();
        for (int i = 0; i < attempts.size() - 1; i++) {
            Span attempt = attempts.get(i);
            if (isFailed(attempt)) {
                attempts.subList(i + 1, attempts.size()).stream()
                        .filter(later -> later.startNanos() >= attempt.endNanos() && isSameRequest(attempt, later))
                        .findFirst()
                        .ifPresent(again -> retries.add(new Retry(attempt.startNanos(), again.startNanos())));
            }
        }
        return retries;
    }

    private static boolean isFailed(Span attempt) {
        return attempt.status() == SpanStatus.ERROR
                || attempt.attributes().number(Attributes.HTTP_STATUS) >= FIRST_FAILURE;
    }

    private static boolean isSameRequest(Span one, Span other) {
        return one.name().equals(other.name())
                && TARGET.stream()
                        .allMatch(name -> Objects.equals(
                                one.attributes().get(name), other.attributes().get(name)));
    }
}
