// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.critical;

import io.agentprofiler.analyzer.critical.latency.Latencies;
import io.agentprofiler.analyzer.critical.latency.LatencyPart;
import io.agentprofiler.analyzer.metric.ProfilerCost;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Bars;
import io.agentprofiler.analyzer.view.terminal.Cells;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.List;
import java.util.Map;

/** What the workflows waited for, and what model calls spent their time on. */
public final class CriticalSection {
    private static final int MAX_ROWS = 10;
    private static final int BAR = 12;

    private CriticalSection() {}

    public static void path(Page page, CriticalTotals totals) {
        if (totals.byOperation().isEmpty()) {
            return;
        }
        page.heading("Critical path", "what the workflows waited for; saves = off the run time if it took half");
        Grid table = new Grid(
                page.screen(),
                Column.text("operation"),
                Column.number("workflows").dispensable(2),
                Column.number("spans").dispensable(3),
                Column.number("waited"),
                Column.number("share"),
                Column.text("").dispensable(4),
                Column.number("saves"));
        List<Map.Entry<Operation, CriticalTotals.Row>> rows = totals.longestFirst();
        for (Map.Entry<Operation, CriticalTotals.Row> entry : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            CriticalTotals.Row row = entry.getValue();
            String label = Texts.safe(entry.getKey().label());
            table.row(cells(
                    page,
                    totals,
                    label,
                    row.waitedNanos(),
                    Units.count(row.workflows()),
                    Units.count(row.spans()),
                    Units.duration(row.savedIfHalfNanos())));
            part(page, table, totals, label + ", before its requests", row.beforeNanos());
            part(page, table, totals, label + ", after its answers", row.afterNanos());
            part(page, table, totals, label + ", without an end", row.unfinishedNanos());
        }
        page.table(table);
        Cells.more(page, rows.size() - MAX_ROWS);
        if (totals.idleNanos() > 0) {
            page.line(page.paint(
                    Units.duration(totals.idleNanos()) + " more in which no span of the workflow was running",
                    Ink.DIM));
        }
    }

    /** Adds a row for what of an operation's time on the path is no wait for it. */
    private static void part(Page page, Grid table, CriticalTotals totals, String label, long nanos) {
        if (nanos > 0) {
            table.row(cells(page, totals, label, nanos, "", "", Units.UNKNOWN));
        }
    }

    private static Cell[] cells(
            Page page, CriticalTotals totals, String label, long nanos, String workflows, String spans, String saves) {
        double share = totals.wallNanos() == 0 ? 0 : nanos / (double) totals.wallNanos();
        return new Cell[] {
            Cell.of(label),
            Cell.of(workflows),
            Cell.of(spans),
            Cell.of(Units.duration(nanos)),
            Cell.of(Units.share(nanos, totals.wallNanos())),
            Cell.of(Bars.share(share, BAR, page.screen().unicode()), Ink.CYAN),
            Cell.of(saves)
        };
    }

    public static void latency(Page page, Latencies latencies, ProfilerCost cost) {
        if (latencies.byModel().isEmpty()) {
            return;
        }
        page.heading("Model calls", "mean time by part; before and retries are known where the requests were recorded");
        Grid table = new Grid(
                page.screen(),
                Column.text("model"),
                Column.number("calls"),
                Column.number("mean"),
                Column.number("before"),
                Column.number("retries").dispensable(4),
                Column.number("first chunk"),
                Column.number("generation"),
                Column.number("answer").dispensable(5),
                Column.number("after"),
                Column.number("profiler").dispensable(3));
        latencies.byModel().forEach((name, model) -> {
            Cell[] cells = new Cell[10];
            cells[0] = Cell.of(Texts.safe(name));
            cells[1] = Cell.of(Units.count(model.calls()));
            cells[2] = Cell.of(Units.duration(model.whole().mean()));
            int column = 3;
            for (LatencyPart part : LatencyPart.values()) {
                boolean known = model.part(part).count() > 0;
                cells[column++] =
                        Cell.of(known ? Units.duration(model.part(part).mean()) : Units.UNKNOWN);
            }
            double profiler = model.spans() * cost.nanosPerSpan();
            cells[9] = Cell.of(
                    Double.isNaN(profiler)
                            ? Units.UNKNOWN
                            : Units.share(profiler, model.whole().sum()),
                    Ink.DIM);
            table.row(cells);
        });
        page.table(table);
    }
}
