// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.Comparator;

/**
 * A span that shows what a finding is about.
 *
 * @param trace its workflow
 * @param span its id
 * @param weight how much it speaks for the finding, in the finding's own measure
 */
public record Evidence(TraceId trace, long span, long weight) {
    /** So many spans show a finding at most. */
    public static final int MOST = 5;

    /** The weightiest first; then the same order however they were found. */
    public static final Comparator<Evidence> WEIGHTIEST_FIRST = (one, other) -> {
        int order = Long.compare(other.weight, one.weight);
        if (order == 0) {
            order = one.trace.compareTo(other.trace);
        }
        return order == 0 ? Long.compare(one.span, other.span) : order;
    };

    /** Returns a span as evidence. */
    public static Evidence of(Trace trace, Span span, long weight) {
        return new Evidence(trace.id(), span.id(), weight);
    }
}
