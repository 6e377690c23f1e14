// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.answer.diff.side.Side;
import io.agentprofiler.analyzer.answer.diff.side.SpanPath;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.Map;

/**
 * The outcome of a comparison.
 *
 * @param before the first side
 * @param after the second side
 * @param rows the rows that either side has, tables in the order of {@link Row.RowGroup}
 * @param paths the paths that appeared, vanished or are taken more or less often, noise included
 * @param resamples how often the sides were resampled for the intervals
 * @param comparisons how many differences were tested and adjusted for each other
 */
public record Diff(
        Side before, Side after, List<RowChange> rows, List<PathChange> paths, int resamples, int comparisons) {
    public Diff {
        rows = List.copyOf(rows);
        paths = List.copyOf(paths);
    }

    /** Returns the rows of a table. */
    public List<RowChange> rows(Row.RowGroup group) {
        return rows.stream().filter(row -> row.row().group() == group).toList();
    }

    /**
     * Returns this with figures judged anew: what a gate asks for was chosen beforehand, and is told everywhere as the gate judges it.
     *
     * @param judged by row and metric
     */
    public Diff with(Map<Row, Map<Metric, Change>> judged) {
        List<RowChange> changed = rows.stream()
                .map(row -> judged.containsKey(row.row())
                        ? row.with(judged.get(row.row())).ofBothSides()
                        : row)
                .toList();
        return new Diff(before, after, changed, paths, resamples, comparisons);
    }

    /** Returns the row of all workflows. */
    public RowChange all() {
        return rows(Row.RowGroup.ALL).get(0);
    }

    /** Returns the row of a kind, or {@code null} when neither side has it. */
    public RowChange kind(SpanKind kind) {
        return rows.stream()
                .filter(row -> row.row().equals(Row.kind(kind)))
                .findFirst()
                .orElse(null);
    }

    /**
     * How often a place in the call trees was reached, on both sides.
     *
     * @param callsBefore spans there per workflow of the first side
     * @param callsAfter spans there per workflow of the second side
     * @param workflowsBefore workflows of the first side that have the path
     * @param workflowsAfter workflows of the second side that have it
     * @param adjustedP p-value of the rank test, adjusted over all paths; {@link Double#NaN} where there are too few workflows
     * @param verdict what to make of it
     */
    public record PathChange(
            SpanPath path,
            double callsBefore,
            double callsAfter,
            long workflowsBefore,
            long workflowsAfter,
            double adjustedP,
            Change.ChangeVerdict verdict) {
        /** Answers whether the path is on the second side only. */
        public boolean isNew() {
            return workflowsBefore == 0;
        }

        /** Answers whether the path is on the first side only. */
        public boolean isGone() {
            return workflowsAfter == 0;
        }
    }
}
