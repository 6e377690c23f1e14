// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace;

import java.util.List;

/** Arithmetic of time intervals. */
public final class Intervals {
    private Intervals() {}

    /** Returns {@code to - from}, {@link Long#MAX_VALUE} where that does not fit. */
    public static long length(long from, long to) {
        long length = to - from;
        return length < 0 && to > from ? Long.MAX_VALUE : length;
    }

    /** Returns how much of {@code from..to} is covered by at least one of the spans, which are sorted by start. */
    public static long covered(List<Span> sorted, long from, long to) {
        long covered = 0;
        long reached = from;
        for (int i = 0; i < sorted.size(); i++) {
            Span span = sorted.get(i);
            long begin = Math.max(span.startNanos(), reached);
            long end = Math.min(span.endNanos(), to);
            if (end > begin) {
                covered += length(begin, end);
                reached = end;
            }
        }
        return covered;
    }
}
