// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.side;

import io.agentprofiler.analyzer.answer.diff.Diff;
import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.RowChange;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A typical workflow of each side, to be looked at next to each other: of the name that took the most time on both sides
 * together, the one whose run time is nearest to that side's median. Among equally near ones the one of the smaller id.
 *
 * @param before the workflow of the first side, {@code null} when it has none
 * @param after the workflow of the second side, likewise
 */
public record Typical(Trace before, Trace after) {
    /**
     * Chooses among the workflows that the sides have kept whole.
     *
     * @param before workflow to show in place of a typical one of the first side, or {@code null}
     * @param after the same of the second side
     */
    public static Typical of(Diff diff, Trace before, Trace after) {
        Typical typical = before != null && after != null ? new Typical(before, after) : of(diff);
        return new Typical(before == null ? typical.before() : before, after == null ? typical.after() : after);
    }

    private static Typical of(Diff diff) {
        Side before = diff.before();
        Side after = diff.after();
        List<RowChange> names = diff.rows(Row.RowGroup.WORKFLOW).stream()
                .sorted(Comparator.comparingDouble((RowChange row) -> time(before, row) + time(after, row))
                        .reversed())
                .toList();
        for (RowChange row : names) {
            Trace left = nearest(before, row.row());
            Trace right = nearest(after, row.row());
            if (left != null && right != null) {
                return new Typical(left, right);
            }
        }
        return new Typical(first(before, names), first(after, names));
    }

    private static Trace first(Side side, List<RowChange> names) {
        for (RowChange row : names) {
            Trace nearest = nearest(side, row.row());
            if (nearest != null) {
                return nearest;
            }
        }
        return null;
    }

    private static double time(Side side, RowChange row) {
        RowSums sums = side.rows().get(row.row());
        double mean = sums == null ? Double.NaN : sums.figure(Metric.TIME, sums.workflows());
        return Double.isNaN(mean) ? 0 : mean * sums.workflows();
    }

    private static Trace nearest(Side side, Row row) {
        Map<Row, RowSums> rows = side.rows();
        if (!rows.containsKey(row)) {
            return null;
        }
        double median = rows.get(row).figure(Metric.P50, side.workflows());
        Collection<Trace> traces = side.traces();
        return traces.stream()
                .filter(trace -> side.name(trace).equals(row.name()))
                .min(Comparator.comparing((Trace trace) -> !trace.root().isMeasured())
                        .thenComparingDouble(
                                trace -> Double.isNaN(median) ? 0 : Math.abs(trace.durationNanos() - median))
                        .thenComparing(Trace::id))
                .orElse(null);
    }
}
