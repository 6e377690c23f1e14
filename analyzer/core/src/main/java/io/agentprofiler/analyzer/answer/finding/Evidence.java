// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.Comparator;

/**
 * A span that shows the problem a finding reports.
 *
 * @param trace its workflow
 * @param span its id
 * @param weight relevance to the finding, in the finding's own unit; spans with a larger weight come first
 */
public record Evidence(TraceId trace, long span, long weight) {
    /** Maximum number of spans per finding. */
    public static final int MOST = 5;

    /** Orders by descending weight, with ties in a fixed order. */
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
