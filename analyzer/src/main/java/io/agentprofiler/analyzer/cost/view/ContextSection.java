// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cost.view;

import io.agentprofiler.analyzer.cost.ContextUse;
import io.agentprofiler.analyzer.cost.ContextUse.Fill;
import io.agentprofiler.analyzer.cost.ContextUse.Row;
import io.agentprofiler.analyzer.stat.Distribution;
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

/** How full the context windows of the models were. */
final class ContextSection {
    private static final int MAX_ROWS = 15;

    private ContextSection() {}

    static void print(Page page, ContextUse contexts) {
        List<Map.Entry<Row, Fill>> rows = contexts.rows().entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<Row, Fill> row) -> -share(row)))
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        page.heading("Context windows", "prompt and answer of a call together, of what the model can take");
        Grid table = new Grid(
                page.screen(),
                Column.text("model"),
                Column.number("window"),
                Column.number("calls"),
                Column.number("p50"),
                Column.number("p95").dispensable(1),
                Column.number("most"),
                Column.number("tokens").dispensable(2),
                Column.number("over 50 %"),
                Column.number("over 80 %"),
                Column.number("over 95 %"),
                Column.text("fullest call").dispensable(3));
        for (Map.Entry<Row, Fill> row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            Fill fill = row.getValue();
            long window = row.getKey().window();
            boolean known = window > 0;
            table.row(
                    Cell.of(Texts.safe(row.getKey().model())),
                    Cell.of(known ? Units.count(window) : Units.UNKNOWN),
                    Cell.of(Units.count(fill.tokens().count())),
                    percentile(fill.tokens(), 50, window),
                    percentile(fill.tokens(), 95, window),
                    Cell.of(Units.share(fill.tokens().max(), window), Ink.BOLD),
                    Cell.of(Units.count(fill.tokens().max())),
                    Cells.bad(fill.overHalf(), Ink.PLAIN),
                    Cells.bad(fill.over80(), Ink.YELLOW),
                    Cells.bad(fill.over95(), Ink.RED),
                    Cell.of("trace " + fill.fullest().trace().toString().substring(0, 16), Ink.DIM));
        }
        page.table(table);
        if (rows.size() > MAX_ROWS) {
            page.line(page.paint(
                    page.screen().ellipsis() + " " + Units.count(rows.size() - MAX_ROWS, "more row"), Ink.DIM));
        }
    }

    private static double share(Map.Entry<Row, Fill> row) {
        long window = row.getKey().window();
        return window > 0 ? (double) row.getValue().tokens().max() / window : 0;
    }

    private static Cell percentile(Distribution tokens, double percent, long window) {
        boolean supported = tokens.supports(percent);
        String share = Units.share(tokens.percentile(percent), window);
        return Cell.of(supported || share.equals(Units.UNKNOWN) ? share : "~" + share, supported ? Ink.PLAIN : Ink.DIM);
    }
}
