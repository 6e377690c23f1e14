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
 * @param quote what the recording says of it, in one line; {@code null} for nothing
 */
public record Evidence(TraceId trace, long span, long weight, String quote) {
    /** Maximum number of spans per finding. */
    public static final int MOST = 5;

    /** Makes evidence without a quote. */
    public Evidence(TraceId trace, long span, long weight) {
        this(trace, span, weight, null);
    }

    /** Orders by descending weight, with ties in a fixed order. */
    public static final Comparator<Evidence> WEIGHTIEST_FIRST = (one, other) -> {
        int order = Long.compare(other.weight, one.weight);
        if (order == 0) {
            order = one.trace.compareTo(other.trace);
        }
        return order == 0 ? Long.compare(one.span, other.span) : order;
    };

    /** Returns the same with what the recording says of it. */
    public Evidence saying(String words) {
        return new Evidence(trace, span, weight, words);
    }

    /** Returns a span as evidence. */
    public static Evidence of(Trace trace, Span span, long weight) {
        return new Evidence(trace.id(), span.id(), weight);
    }
}
