// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.diff.view;

import io.agentprofiler.analyzer.diff.Change;
import io.agentprofiler.analyzer.diff.Metric;
import io.agentprofiler.analyzer.diff.RowChange;
import io.agentprofiler.analyzer.view.Units;

/** Cells of tables with a row per operation: short, with the verdict in the spelling. */
final class DiffCells {
    private DiffCells() {}

    /** Returns both figures, once where they read the same; nothing where neither side knows the metric. */
    static String fromTo(RowChange row, Metric metric, String arrow) {
        Change change = row.get(metric);
        return change == null
                ? ""
                : fromTo(
                        figure(metric, change.before(), row.isNew()),
                        figure(metric, change.after(), row.isGone()),
                        arrow);
    }

    /** What is not there has no price to be unknown. */
    private static String figure(Metric metric, double value, boolean absent) {
        return absent && Double.isNaN(value) ? Units.UNKNOWN : DiffFigures.figure(metric, value);
    }

    static String fromTo(String before, String after, String arrow) {
        return before.equals(after) ? before : before + arrow + after;
    }

    /** Returns by how much the figure moved: noise in brackets, {@code ~} where n is too small, nothing where it did not. */
    static String moved(RowChange row, Change change) {
        if (change == null) {
            return "";
        }
        String moved = DiffFigures.change(change);
        return switch (change.verdict()) {
            case WORSE, BETTER, CHANGED -> moved;
            case NOISE -> "(" + moved + ")";
            case TOO_FEW -> "~" + moved;
            case UNKNOWN -> unknown(row, change);
            case SAME -> "";
        };
    }

    private static String unknown(RowChange row, Change change) {
        boolean onOneSide = !Double.isNaN(change.before()) || !Double.isNaN(change.after());
        if (onOneSide && (row.isNew() || row.isGone())) {
            return row.isNew() ? "new" : "gone";
        }
        return change.metric() == Metric.COST ? "unpriced" : "unknown";
    }
}
