// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.critical.latency;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.schema.SpanKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * The HTTP attempts of a call: those it made itself, that are in no other one.
 *
 * <p>Only what can lie between a call and its attempts is looked into, so each span of a chain of calls is looked at for one
 * of them.
 *
 * @param attempts by start
 */
public record Attempts(List<Span> attempts) {
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
}
