// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.Comparator;

/**
 * The times of one call. All times are nanoseconds.
 *
 * @param trace its workflow
 * @param span its id
 * @param startNanos since 1970
 * @param endNanos since 1970
 * @param ownNanos its own time, without what it called: of a model call its requests, where they were recorded
 * @param pathNanos how long its workflow waited for that own time
 * @param beforeNanos of a model call the client's time before its first request; {@link Unknown#LONG} where neither a request nor a
 *     wrapper was recorded
 * @param cpuNanos CPU time of its thread, or absent
 */
public record TimedCall(
        TraceId trace,
        long span,
        long startNanos,
        long endNanos,
        long ownNanos,
        long pathNanos,
        long beforeNanos,
        long cpuNanos) {
    /** The earliest first; then the same order however they were found. */
    static final Comparator<TimedCall> EARLIEST_FIRST = (one, other) -> {
        int order = Long.compare(one.startNanos, other.startNanos);
        if (order == 0) {
            order = one.trace.compareTo(other.trace);
        }
        return order == 0 ? Long.compare(one.span, other.span) : order;
    };

    /** Those first whose own time is longest; then the same order however they were found. */
    static final Comparator<TimedCall> LONGEST_FIRST = (one, other) -> {
        int order = Long.compare(other.ownNanos, one.ownNanos);
        return order == 0 ? EARLIEST_FIRST.compare(one, other) : order;
    };

    /** Returns the length. */
    public long nanos() {
        return endNanos - startNanos;
    }

    /** Returns by how much its own time is longer than that, as far as its workflow waited for it. */
    public long waitedBeyond(double usualNanos) {
        return Math.max(0, Math.min(Math.round(ownNanos - usualNanos), pathNanos));
    }

    /** Returns it as evidence of so much time. */
    public Evidence evidence(long weight) {
        return new Evidence(trace, span, weight);
    }
}
