// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.critical;

import io.agentprofiler.analyzer.answer.critical.CriticalPath.PathStretch;
import io.agentprofiler.analyzer.base.stat.Saturated;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.RunSummary;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The critical paths of all workflows, summed by operation. The rows and the idle time sum to the run time of the workflows.
 *
 * <p>The saving is simulated for the {@value #HALVED} operations a workflow waited for longest, which keeps the cost linear. For
 * other operations, the sum is a lower limit.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class CriticalTotals {
    static final int HALVED = 12;

    /** The analysis. */
    public static final Analysis<CriticalTotals> ANALYSIS =
            Analysis.direct("critical paths", () -> new CriticalTotals(true), CriticalTotals::add, CriticalTotals::add);

    /** The analysis without {@link OperationPath#savedIfHalfNanos}, which takes more time than the rest. */
    public static final Analysis<CriticalTotals> WAITED = Analysis.direct(
            "critical paths alone", () -> new CriticalTotals(false), CriticalTotals::add, CriticalTotals::add);

    private final boolean halves;
    private long workflows;
    private long wallNanos;
    private long idleNanos;
    private long withoutWaiting;
    private final SortedMap<Operation, OperationPath> byOperation = new TreeMap<>();

    private CriticalTotals(boolean halves) {
        this.halves = halves;
    }

    /** Returns the totals of a summary that was made with either analysis. */
    public static CriticalTotals in(RunSummary summary) {
        return summary.get(summary.holds(ANALYSIS) ? ANALYSIS : WAITED);
    }

    private OperationPath row(Operation operation) {
        OperationPath row = byOperation.get(operation);
        if (row == null) {
            row = new OperationPath(halves ? 0 : Unknown.LONG);
            byOperation.put(operation, row);
        }
        return row;
    }

    private void add(Trace trace) {
        // of what was not measured nobody knows what the workflow waited for
        if (!trace.isFragment() && trace.isTimed()) {
            withoutWaiting += trace.tellsWaiting() ? 0 : 1;
            add(CriticalPath.of(trace), trace.tellsWaiting());
        }
    }

    private void add(CriticalPath path, boolean tellsWaiting) {
        workflows++;
        wallNanos = Saturated.add(wallNanos, path.wallNanos());
        List<Operation> operations = path.operations();
        long[] nanos = new long[operations.size()];
        long[] spans = new long[operations.size()];
        long[] before = new long[operations.size()];
        long[] after = new long[operations.size()];
        long[] unfinished = new long[operations.size()];
        BitSet seen = new BitSet();
        for (PathStretch piece : path.pieces()) {
            if (piece.span() == null) {
                idleNanos = Saturated.add(idleNanos, piece.nanos());
            } else {
                int number = path.operationNumber(piece.span());
                nanos[number] = Saturated.add(nanos[number], piece.nanos());
                spans[number] += seen.get(piece.span().index()) ? 0 : 1;
                seen.set(piece.span().index());
                ServerTime time = path.serverTime(piece.span());
                if (piece.span().has(SpanFlag.UNFINISHED)) {
                    unfinished[number] = Saturated.add(unfinished[number], piece.nanos());
                } else if (time != null) {
                    before[number] = Saturated.add(before[number], time.before(piece.startNanos(), piece.endNanos()));
                    after[number] = Saturated.add(after[number], time.after(piece.startNanos(), piece.endNanos()));
                }
            }
        }
        for (int number = 0; number < spans.length; number++) {
            if (spans[number] > 0) {
                OperationPath row = row(operations.get(number));
                row.workflows++;
                row.spans += spans[number];
                row.pathNanos = Saturated.add(row.pathNanos, nanos[number]);
                row.beforeNanos = Saturated.add(row.beforeNanos, before[number]);
                row.afterNanos = Saturated.add(row.afterNanos, after[number]);
                row.unfinishedNanos = Saturated.add(row.unfinishedNanos, unfinished[number]);
            }
        }
        if (halves) {
            for (int number : longestFirst(operations, nanos, spans).stream()
                    .limit(HALVED)
                    .toList()) {
                OperationPath row = row(operations.get(number));
                long saved = path.savedIfHalf(operations.get(number));
                row.savedIfHalfNanos = Saturated.add(row.savedIfHalfNanos, saved);
                row.certainlySavedNanos = Saturated.add(row.certainlySavedNanos, tellsWaiting ? saved : 0);
            }
        }
    }

    /** Returns the numbers of the operations that were waited for. */
    private static List<Integer> longestFirst(List<Operation> operations, long[] nanos, long[] spans) {
        List<Integer> numbers = new ArrayList<>();
        for (int number = 0; number < spans.length; number++) {
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
        wallNanos = Saturated.add(wallNanos, more.wallNanos);
        idleNanos = Saturated.add(idleNanos, more.idleNanos);
        withoutWaiting += more.withoutWaiting;
        more.byOperation.forEach((operation, row) -> row(operation).add(row));
    }

    public long workflows() {
        return workflows;
    }

    /**
     * Answers whether the recordings of all workflows tell what waited for what. If not, how much shorter a workflow would be is a limit:
     * what began after a call may not have waited for it.
     */
    public boolean tellWaiting() {
        return withoutWaiting == 0;
    }

    /** Returns the run time of the workflows together. */
    public long wallNanos() {
        return wallNanos;
    }

    /** Returns the time in which no span of the workflow ran; more than 0 only where records are missing. */
    public long idleNanos() {
        return idleNanos;
    }

    /** Returns how long spans without an end were on the paths, which is no measurement. */
    public long unfinishedNanos() {
        return byOperation.values().stream()
                .mapToLong(OperationPath::unfinishedNanos)
                .reduce(0, Saturated::add);
    }

    /** Returns the run time of the workflows together without what spans without an end make up of it: what shares are of. */
    public long measuredNanos() {
        return Math.max(0, wallNanos - unfinishedNanos());
    }

    /** Returns the operations. */
    public SortedMap<Operation, OperationPath> byOperation() {
        return Collections.unmodifiableSortedMap(byOperation);
    }

    /** Returns the operations by descending time on the path. */
    public List<Map.Entry<Operation, OperationPath>> longestFirst() {
        return byOperation.entrySet().stream()
                .sorted(Comparator.comparingLong(
                                (Map.Entry<Operation, OperationPath> entry) -> entry.getValue().pathNanos)
                        .reversed()
                        .thenComparing(Map.Entry::getKey))
                .toList();
    }

    /** One operation on the critical paths. */
    public static final class OperationPath {
        private long workflows;
        private long spans;
        private long pathNanos;
        private long beforeNanos;
        private long afterNanos;
        private long unfinishedNanos;
        private long savedIfHalfNanos;
        private long certainlySavedNanos;

        private OperationPath(long savedIfHalfNanos) {
            this.savedIfHalfNanos = savedIfHalfNanos;
        }

        private void add(OperationPath more) {
            workflows += more.workflows;
            spans += more.spans;
            pathNanos = Saturated.add(pathNanos, more.pathNanos);
            beforeNanos = Saturated.add(beforeNanos, more.beforeNanos);
            afterNanos = Saturated.add(afterNanos, more.afterNanos);
            unfinishedNanos = Saturated.add(unfinishedNanos, more.unfinishedNanos);
            savedIfHalfNanos = savedIfHalfNanos == Unknown.LONG
                    ? savedIfHalfNanos
                    : Saturated.add(savedIfHalfNanos, more.savedIfHalfNanos);
            certainlySavedNanos = Saturated.add(certainlySavedNanos, more.certainlySavedNanos);
        }

        /** Returns the number of workflows that waited for it. */
        public long workflows() {
            return workflows;
        }

        /** Returns the number of spans on the path. */
        public long spans() {
            return spans;
        }

        /** Returns the self time of the spans on the path: the sum of the four parts below. */
        public long pathNanos() {
            return pathNanos;
        }

        /** Returns the time on the path in the operation itself. For a model, that is the time in its requests if they were recorded. */
        public long waitedNanos() {
            return pathNanos - beforeNanos - afterNanos - unfinishedNanos;
        }

        /** Returns how long model calls were on the path before their first request. */
        public long beforeNanos() {
            return beforeNanos;
        }

        /** Returns how long model calls were on the path after the answer to their last request. */
        public long afterNanos() {
            return afterNanos;
        }

        /** Returns how long spans without an end were on the path: up to the run's last event, which measures nothing. */
        public long unfinishedNanos() {
            return unfinishedNanos;
        }

        /**
         * Returns how much shorter the workflows would be together if the operation's own work took half the time; absent where that
         * was not asked for.
         */
        public long savedIfHalfNanos() {
            return savedIfHalfNanos;
        }

        /** Returns the certain part: from workflows whose recordings show which call waited for which. */
        public long certainlySavedIfHalfNanos() {
            return certainlySavedNanos;
        }

        /** Answers whether the whole time is certain. */
        public boolean isSavingExact() {
            return savedIfHalfNanos == Unknown.LONG || certainlySavedNanos == savedIfHalfNanos;
        }
    }
}
