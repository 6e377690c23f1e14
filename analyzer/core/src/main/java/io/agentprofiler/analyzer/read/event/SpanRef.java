// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.event;

/**
 * Which span of all workflows is meant; ordered by workflow, then by number.
 *
 * @param trace id of the workflow
 * @param span id of the span in it
 */
public record SpanRef(TraceId trace, long span) implements Comparable<SpanRef> {
    @Override
    public int compareTo(SpanRef other) {
        int byTrace = trace.compareTo(other.trace);
        return byTrace != 0 ? byTrace : Long.compare(span, other.span);
    }
}
