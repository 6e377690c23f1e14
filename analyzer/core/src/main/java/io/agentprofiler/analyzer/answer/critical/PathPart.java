// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** A part of an operation's time on the critical paths. The parts of all operations and the idle time sum to the run time. */
public enum PathPart {
    /** The operation itself. For a model, its requests if they were recorded. */
    WAITED("", CriticalTotals.Row::waitedNanos),
    /** Client overhead before the requests of a model, wrappers around its calls included. */
    BEFORE(", client overhead before the request", CriticalTotals.Row::beforeNanos),
    /** Client overhead after the answers of a model. */
    AFTER(", client overhead after the answer", CriticalTotals.Row::afterNanos),
    /** Spans without a recorded end. Their time is no measurement. */
    UNFINISHED(", without an end", CriticalTotals.Row::unfinishedNanos);

    private final String words;
    private final ToLongFunction<CriticalTotals.Row> nanos;

    PathPart(String words, ToLongFunction<CriticalTotals.Row> nanos) {
        this.words = words;
        this.nanos = nanos;
    }

    /**
     * The time of a part.
     *
     * @param label the operation and the part, in words
     * @param nanos how long that was on the paths
     */
    public record Time(String label, PathPart part, long nanos) {}

    /** Returns the parts of an operation, those of no time included. */
    static List<Time> of(Map.Entry<Operation, CriticalTotals.Row> row) {
        return Arrays.stream(values())
                .map(part -> new Time(row.getKey().label() + part.words, part, part.nanos.applyAsLong(row.getValue())))
                .toList();
    }

    /** Returns the parts of all operations that took time, the longest first. */
    public static List<Time> longestFirst(CriticalTotals totals) {
        return totals.byOperation().entrySet().stream()
                .flatMap(row -> of(row).stream())
                .filter(time -> time.nanos() > 0)
                .sorted(Comparator.comparingLong(Time::nanos).reversed())
                .toList();
    }
}
