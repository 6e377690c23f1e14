// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.view;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.Diff;
import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.RowChange;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Tables with a row per workflow, kind and operation: both figures, and by how much they moved. */
final class RowTables {
    private static final int MAX_ROWS = 25;

    private RowTables() {}

    static List<Section> of(Diff diff, String grouping) {
        List<Section> sections = new ArrayList<>();
        // a single one is all workflows
        if (diff.rows(Row.Group.WORKFLOW).size() > 1) {
            sections.add(section(diff, Row.Group.WORKFLOW, "Workflows", grouping, "workflow"));
        }
        sections.add(section(diff, Row.Group.KIND, "Kinds", "all calls of a kind", "kind"));
        sections.add(section(diff, Row.Group.OPERATION, "Operations", "by effect on self time", "operation"));
        return sections;
    }

    private static Section section(Diff diff, Row.Group group, String title, String explanation, String first) {
        boolean workflows = group == Row.Group.WORKFLOW;
        Table.Builder<RowChange> table = Table.of(null, DiffSelection.byEffect(diff.rows(group)))
                .minFirst(24)
                .atMost(MAX_ROWS, DiffDocument.ALL_ROWS)
                .onPages(DiffDocument.ON_PAGES)
                .text(first, row -> Cell.name(row.row().label()))
                .number(
                        workflows ? "runs" : "calls/workflow",
                        workflows
                                ? row -> Cell.words(DiffFigures.fromTo(
                                        Units.count(row.callsBefore()), Units.count(row.callsAfter())))
                                : fromTo(Metric.CALLS))
                .number("time", fromTo(Metric.TIME))
                .number("change", moved(Metric.TIME))
                .number("p95", fromTo(Metric.P95))
                .dispensable(2)
                .number("change", moved(Metric.P95))
                .dispensable(2)
                .number("self", fromTo(Metric.SELF))
                .dispensable(1)
                .number("change", moved(Metric.SELF))
                .dispensable(1)
                .number("errors", moved(Metric.ERRORS))
                .dispensable(3)
                .number("first chunk", moved(Metric.FIRST))
                .dispensable(5)
                .number("tokens", moved(Metric.TOKENS))
                .dispensable(4)
                .number("cost", moved(Metric.COST))
                .dispensable(4);
        return Section.under(title, explanation + "; (in brackets) noise, ~ n too small")
                .place(group == Row.Group.KIND ? Section.Place.PAGES : Section.Place.FOLDED)
                .add(table.build())
                .build();
    }

    /** Both figures, once where they read the same; nothing where neither side knows the metric. */
    private static Function<RowChange, Cell> fromTo(Metric metric) {
        return row -> {
            Change change = row.get(metric);
            return change == null
                    ? Cell.EMPTY
                    : Cell.words(DiffFigures.fromTo(
                            figure(metric, change.before(), row.isNew()),
                            figure(metric, change.after(), row.isGone())));
        };
    }

    /** What is not there has no price to be unknown. */
    private static String figure(Metric metric, double value, boolean absent) {
        return absent && Double.isNaN(value) ? Units.UNKNOWN : DiffFigures.figure(metric, value);
    }

    /** By how much the figure moved: noise in brackets, {@code ~} where n is too small, nothing where it did not. */
    private static Function<RowChange, Cell> moved(Metric metric) {
        return row -> {
            Change change = row.get(metric);
            return change == null
                    ? Cell.EMPTY
                    : Cell.words(moved(row, change)).with(DiffFigures.emphasis(change.verdict()));
        };
    }

    private static String moved(RowChange row, Change change) {
        String moved = DiffFigures.change(change);
        return switch (change.verdict()) {
            case WORSE, BETTER, CHANGED, NEGLIGIBLE -> moved;
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
