// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.critical;

import io.agentprofiler.analyzer.analysis.Analysis;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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
            return addTrace(empty(), trace);
        }

        @Override
        public CriticalTotals addTrace(CriticalTotals into, Trace trace) {
            if (!trace.isFragment()) {
                into.add(CriticalPath.of(trace));
            }
            return into;
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
        List<Operation> operations = path.operations();
        long[] nanos = new long[operations.size()];
        long[] spans = new long[operations.size()];
        BitSet seen = new BitSet();
        for (Piece piece : path.pieces()) {
            if (piece.span() == null) {
                idleNanos = sum(idleNanos, piece.nanos());
            } else {
                int number = path.operationNumber(piece.span());
                nanos[number] = sum(nanos[number], piece.nanos());
                spans[number] += seen.get(piece.span().index()) ? 0 : 1;
                seen.set(piece.span().index());
            }
        }
        int rank = 0;
        for (int number : longestFirst(operations, nanos, spans)) {
            Row row = byOperation.computeIfAbsent(operations.get(number), name -> new Row());
            row.workflows++;
            row.spans += spans[number];
            row.pathNanos = sum(row.pathNanos, nanos[number]);
            if (rank++ < HALVED) {
                row.savedIfHalfNanos = sum(row.savedIfHalfNanos, path.savedIfHalf(operations.get(number)));
            }
        }
    }

    /** Returns the numbers of the operations that were waited for. */
    private static List<Integer> longestFirst(List<Operation> operations, long[] nanos, long[] spans) {
        List<Integer> numbers = new ArrayList<>();
        for (int number = 0; number < nanos.length; number++) {
            if (spans[number] > 0) {
                numbers.add(number);
            }
        }
        numbers.sort(Comparator.comparingLong((Integer number) -> nanos[number])
                .reversed()
                .thenComparing(operations::get));
        return numbers;
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
