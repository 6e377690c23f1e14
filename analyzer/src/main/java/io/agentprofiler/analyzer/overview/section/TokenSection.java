// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.section;

import io.agentprofiler.analyzer.cost.CostSum;
import io.agentprofiler.analyzer.cost.Costs;
import io.agentprofiler.analyzer.cost.Costs.By;
import io.agentprofiler.analyzer.cost.view.CostCells;
import io.agentprofiler.analyzer.metric.operation.GroupBy;
import io.agentprofiler.analyzer.metric.operation.OperationStats;
import io.agentprofiler.analyzer.metric.operation.Operations;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Cells;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.TerminalView;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The tables of tokens and costs by model and agent. */
public final class TokenSection {
    private static final int MAX_ROWS = 15;

    private TokenSection() {}

    public static void print(Page page, Operations operations, Costs costs) {
        table(
                page,
                operations,
                costs.by(By.MODEL),
                GroupBy.MODEL,
                "Tokens",
                "model",
                "as the models reported them; - = not reported");
        table(
                page,
                operations,
                costs.by(By.AGENT),
                GroupBy.AGENT,
                "Tokens by agent",
                "agent",
                "a call counts for the closest agent around it");
    }

    private static void table(
            Page page,
            Operations operations,
            Map<String, CostSum> costs,
            GroupBy grouping,
            String title,
            String first,
            String explanation) {
        List<Map.Entry<String, OperationStats>> rows = operations.by(grouping).entrySet().stream()
                .filter(row -> row.getValue().callsWithUsage() + row.getValue().callsWithoutUsage() > 0)
                .sorted(Comparator.comparingLong((Map.Entry<String, OperationStats> row) ->
                                Math.max(0, row.getValue().tokens().input())
                                        + Math.max(0, row.getValue().tokens().output()))
                        .reversed())
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        page.heading(title, explanation);
        Grid table = new Grid(
                page.screen(),
                Column.text(first),
                Column.number("calls"),
                Column.number("no usage").dispensable(3),
                Column.number("in"),
                Column.number("cached").dispensable(1),
                Column.number("cache write").dispensable(2),
                Column.number("out"),
                Column.number("reasoning").dispensable(2),
                Column.number("cost"),
                Column.number("not priced").dispensable(1));
        for (Map.Entry<String, OperationStats> row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            Tokens tokens = row.getValue().tokens();
            table.row(
                    Cell.of(Texts.safe(row.getKey())),
                    Cell.of(Units.count(
                            row.getValue().callsWithUsage() + row.getValue().callsWithoutUsage())),
                    Cells.bad(row.getValue().callsWithoutUsage(), Ink.YELLOW),
                    Cell.of(Units.count(tokens.input())),
                    Cell.of(Units.count(tokens.cacheRead())),
                    Cell.of(Units.count(tokens.cacheWrite())),
                    Cell.of(Units.count(tokens.output())),
                    Cell.of(Units.count(tokens.reasoning())),
                    TerminalView.gridCell(CostCells.cell(costs.get(row.getKey()))),
                    TerminalView.gridCell(CostCells.missing(costs.get(row.getKey()))));
        }
        page.table(table);
        Cells.more(page, rows.size() - MAX_ROWS);
    }
}
