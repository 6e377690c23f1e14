// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.calls;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls of one name that begin at regular intervals.
 *
 * @param operation what is called
 * @param calls how many
 * @param everyNanos the median of the intervals between their starts
 * @param lowNanos the first quartile of the intervals
 * @param highNanos the third
 */
record CallRhythm(Repeated operation, int calls, long everyNanos, long lowNanos, long highNanos) {
    /** Fewer calls may come at regular intervals by chance. */
    static final int LEAST_CALLS = 8;

    /** Half of the intervals lie within so much of their median. */
    static final double MOST_SPREAD = 0.2;

    private static final int QUARTERS = 4;

    /** What is called. */
    record Repeated(SpanKind kind, String name) {}

    /**
     * Returns what comes at regular intervals, the most frequent first: of calls of one kind and name, at least {@link #LEAST_CALLS}, the
     * interquartile range of the intervals from start to start is no more than {@link #MOST_SPREAD} of their median.
     */
    static List<CallRhythm> of(List<ListedCall> calls) {
        Map<Repeated, List<Long>> starts = new LinkedHashMap<>();
        for (ListedCall call : calls) {
            if (call.startNanos() != Unknown.LONG) {
                starts.computeIfAbsent(new Repeated(call.kind(), call.name()), any -> new ArrayList<>())
                        .add(call.startNanos());
            }
        }
        List<CallRhythm> found = new ArrayList<>();
        starts.forEach((operation, times) -> {
            CallRhythm rhythm = of(
                    operation,
                    times.stream().mapToLong(Long::longValue).sorted().toArray());
            if (rhythm != null) {
                found.add(rhythm);
            }
        });
        found.sort(Comparator.comparingInt(CallRhythm::calls).reversed());
        return List.copyOf(found);
    }

    private static CallRhythm of(Repeated operation, long[] starts) {
        if (starts.length < LEAST_CALLS) {
            return null;
        }
        long[] intervals = new long[starts.length - 1];
        for (int i = 0; i < intervals.length; i++) {
            intervals[i] = starts[i + 1] - starts[i];
        }
        Arrays.sort(intervals);
        long low = quartile(intervals, 1);
        long median = quartile(intervals, 2);
        long high = quartile(intervals, 3);
        return median > 0 && high - low <= MOST_SPREAD * median
                ? new CallRhythm(operation, starts.length, median, low, high)
                : null;
    }

    /** The nearest rank. */
    private static long quartile(long[] sorted, int number) {
        return sorted[(sorted.length * number + QUARTERS - 1) / QUARTERS - 1];
    }
}
