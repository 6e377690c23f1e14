// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.critical;

import io.agentprofiler.analyzer.analysis.Analysis;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What all workflows waited for, by operation: the rows and the idle time sum to the workflows' run time.
 *
 * <p>What a workflow would save is worked out for the {@value #HALVED} operations it waited for longest; so it takes
 * linear time, and of rarer operations the sum says what is saved at least.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class CriticalTotals {
    static final int HALVED = 12;

    /** The analysis. */
    public static final Analysis<CriticalTotals> ANALYSIS = new Analysis<>() {
        @Override
        public CriticalTotals empty() {
            return new CriticalTotals();
        }

        @Override
        public CriticalTotals of(Trace trace) {
            CriticalTotals totals = new CriticalTotals();
            if (!trace.isFragment()) {
                totals.add(CriticalPath.of(trace));
            }
            return totals;
        }

        @Override
        public CriticalTotals merge(CriticalTotals into, CriticalTotals more) {
            into.add(more);
            return into;
        }

        @Override
        public String toString() {
            return "critical paths";
        }
    };

    private long workflows;
    private long wallNanos;
    private long idleNanos;
    private final SortedMap<Operation, Row> byOperation = new TreeMap<>();

    private CriticalTotals() {}

    private void add(CriticalPath path) {
        workflows++;
        wallNanos = sum(wallNanos, path.wallNanos());
        Map<Operation, Row> own = new HashMap<>();
        Set<Integer> seen = new HashSet<>();
        for (Piece piece : path.pieces()) {
            if (piece.span() == null) {
                idleNanos = sum(idleNanos, piece.nanos());
            } else {
                Row row = own.computeIfAbsent(Operation.of(piece.span()), name -> new Row());
                row.pathNanos = sum(row.pathNanos, piece.nanos());
                row.spans += seen.add(piece.span().index()) ? 1 : 0;
            }
        }
        for (Operation operation : longest(own)) {
            own.get(operation).savedIfHalfNanos = path.savedIfHalf(operation);
        }
        own.forEach((operation, row) -> {
            row.workflows = 1;
            byOperation.put(operation, row);
        });
    }

    private static List<Operation> longest(Map<Operation, Row> rows) {
        Comparator<Operation> byTime = Comparator.comparingLong((Operation operation) -> rows.get(operation).pathNanos);
        return rows.keySet().stream()
                .sorted(byTime.reversed().thenComparing(Comparator.naturalOrder()))
                .limit(HALVED)
                .toList();
    }

    private void add(CriticalTotals more) {
        workflows += more.workflows;
        wallNanos = sum(wallNanos, more.wallNanos);
        idleNanos = sum(idleNanos, more.idleNanos);
        more.byOperation.forEach((operation, row) ->
                byOperation.computeIfAbsent(operation, name -> new Row()).add(row));
    }

    private static long sum(long left, long right) {
        long sum = left + right;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    public long workflows() {
        return workflows;
    }

    /** Returns the run time of the workflows together. */
    public long wallNanos() {
        return wallNanos;
    }

    /** Returns the time in which no span of the workflow ran; more than 0 only where records are missing. */
    public long idleNanos() {
        return idleNanos;
    }

    /** Returns the operations. */
    public SortedMap<Operation, Row> byOperation() {
        return Collections.unmodifiableSortedMap(byOperation);
    }

    /** Returns the operations, those that were waited for longest first. */
    public List<Map.Entry<Operation, Row>> longestFirst() {
        return byOperation.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Operation, Row> entry) -> entry.getValue().pathNanos)
                        .reversed()
                        .thenComparing(Map.Entry::getKey))
                .toList();
    }

    /** One operation on the critical paths. */
    public static final class Row {
        private long workflows;
        private long spans;
        private long pathNanos;
        private long savedIfHalfNanos;

        private Row() {}

        private void add(Row more) {
            workflows += more.workflows;
            spans += more.spans;
            pathNanos = sum(pathNanos, more.pathNanos);
            savedIfHalfNanos = sum(savedIfHalfNanos, more.savedIfHalfNanos);
        }

        /** Returns how many workflows waited for it. */
        public long workflows() {
            return workflows;
        }

        /** Returns how many spans were waited for. */
        public long spans() {
            return spans;
        }

        /** Returns how long they were waited for, the spans themselves. */
        public long pathNanos() {
            return pathNanos;
        }

        /** Returns how much shorter the workflows would be together if the operation's own work took half the time. */
        public long savedIfHalfNanos() {
            return savedIfHalfNanos;
        }
    }
}
