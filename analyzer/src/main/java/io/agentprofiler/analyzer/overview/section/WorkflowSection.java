// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.section;

import io.agentprofiler.analyzer.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.metric.workflow.Workflows;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Cells;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The table of workflows by name. */
public final class WorkflowSection {
    private static final int MAX_ROWS = 15;

    private WorkflowSection() {}

    public static void print(Page page, Workflows workflows) {
        if (workflows.byName().isEmpty()) {
            return;
        }
        page.heading("Workflows", "by name of the first span, slowest in total first");
        Grid table = new Grid(
                page.screen(),
                Column.text("workflow"),
                Column.number("runs"),
                Column.number("errors").whereFilled(),
                Column.number("failed steps").whereFilled(),
                Column.number("cancelled").dispensable(4),
                Column.number("unfinished").dispensable(4),
                Column.number("total"),
                Column.number("p50"),
                Column.number("p95").dispensable(1),
                Column.number("p99").dispensable(3),
                Column.number("max").dispensable(3),
                Column.number("model calls").dispensable(5),
                Column.number("tool calls").dispensable(6),
                Column.number("tokens in").dispensable(2),
                Column.number("tokens out").dispensable(2));
        List<Map.Entry<String, WorkflowStats>> rows = workflows.byName().entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, WorkflowStats> row) ->
                                row.getValue().durations().sum())
                        .reversed())
                .toList();
        for (Map.Entry<String, WorkflowStats> row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            WorkflowStats stats = row.getValue();
            table.row(
                    Cell.of(Texts.safe(row.getKey())),
                    Cell.of(Units.count(stats.workflows())),
                    Cells.bad(stats.errors(), Ink.RED),
                    Cells.bad(stats.withFailedSteps(), Ink.RED),
                    Cells.bad(stats.cancelled(), Ink.YELLOW),
                    Cells.bad(stats.unfinished(), Ink.YELLOW),
                    Cell.of(Units.duration(stats.durations().sum())),
                    Cells.percentile(stats.durations(), 50),
                    Cells.percentile(stats.durations(), 95),
                    Cells.percentile(stats.durations(), 99),
                    Cell.of(
                            stats.durations().count() == 0
                                    ? Units.UNKNOWN
                                    : Units.duration(stats.durations().max())),
                    Cell.of(Units.count(stats.modelCalls())),
                    Cell.of(Units.count(stats.toolCalls())),
                    Cell.of(Units.count(stats.tokens().input())),
                    Cell.of(Units.count(stats.tokens().output())));
        }
        page.table(table);
        Cells.more(page, rows.size() - MAX_ROWS);
    }
}
