// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.section;

import io.agentprofiler.analyzer.metric.operation.GroupBy;
import io.agentprofiler.analyzer.metric.operation.OperationStats;
import io.agentprofiler.analyzer.metric.operation.Operations;
import io.agentprofiler.analyzer.metric.operation.StreamStats;
import io.agentprofiler.analyzer.view.Percentiles;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Bars;
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

/** The tables of operations by kind, model, tool and agent, and of streamed answers. */
public final class OperationSection {
    private static final int MAX_ROWS = 20;
    private static final int BAR = 12;

    private static final String SELF = "self = own time, its requests included";

    private static final String SHARE = "share of all self time";

    private OperationSection() {}

    public static void print(Page page, Operations operations) {
        boolean marked = false;
        marked |= table(page, operations, GroupBy.KIND, "Where the time went", "kind", "by kind; " + SELF);
        marked |= table(page, operations, GroupBy.AGENT, "Agents", "agent", SHARE);
        marked |= table(page, operations, GroupBy.MODEL, "Models", "model", SHARE);
        streams(page, operations);
        marked |= table(page, operations, GroupBy.TOOL, "Tools", "tool", SHARE);
        if (marked) {
            page.line("");
            page.line(page.paint(Percentiles.MARK_MEANS, Ink.DIM));
        }
    }

    private static List<Map.Entry<String, OperationStats>> rows(Operations operations, GroupBy grouping) {
        return operations.by(grouping).entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, OperationStats> row) ->
                                row.getValue().selfNanos())
                        .reversed())
                .toList();
    }

    /** Prints a table; answers whether any of its percentiles is marked. */
    private static boolean table(
            Page page, Operations operations, GroupBy grouping, String title, String first, String explanation) {
        List<Map.Entry<String, OperationStats>> rows = rows(operations, grouping);
        if (rows.isEmpty()) {
            return false;
        }
        page.heading(title, explanation);
        Grid table = new Grid(
                page.screen(),
                Column.text(first),
                Column.number("calls"),
                Column.number("errors").whereFilled(),
                Column.number("cancelled").dispensable(3),
                Column.number("unfinished").dispensable(3),
                Column.number("total").dispensable(1),
                Column.number("self"),
                Column.number("share"),
                Column.text("").dispensable(6),
                Column.number("p50"),
                Column.number("p95").dispensable(1),
                Column.number("p99").dispensable(4),
                Column.number("cpu").dispensable(5),
                Column.number("allocated").dispensable(5));
        double whole = operations.selfNanos();
        boolean marked = false;
        for (Map.Entry<String, OperationStats> row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            OperationStats stats = row.getValue();
            marked |= stats.durations().count() > 0 && !stats.durations().supports(99);
            table.row(
                    Cell.of(Texts.safe(row.getKey())),
                    Cell.of(Units.count(stats.calls())),
                    Cells.bad(stats.errors(), Ink.RED),
                    Cells.bad(stats.cancelled(), Ink.YELLOW),
                    Cells.bad(stats.unfinished(), Ink.YELLOW),
                    Cell.of(Units.duration(stats.totalNanos())),
                    Cell.of(Units.duration(stats.selfNanos()), Ink.BOLD),
                    Cell.of(Units.share(stats.selfNanos(), whole)),
                    Cell.of(bar(page, stats.selfNanos(), whole), Ink.CYAN),
                    Cells.percentile(stats.durations(), 50),
                    Cells.percentile(stats.durations(), 95),
                    Cells.percentile(stats.durations(), 99),
                    Cell.of(Units.duration(stats.cpuNanos())),
                    Cell.of(stats.allocatedBytes() < 0 ? Units.UNKNOWN : Units.bytes(stats.allocatedBytes())));
        }
        page.table(table);
        Cells.more(page, rows.size() - MAX_ROWS);
        return marked;
    }

    private static String bar(Page page, double part, double whole) {
        return whole <= 0 ? "" : Bars.share(part / whole, BAR, page.screen().unicode());
    }

    private static void streams(Page page, Operations operations) {
        List<Map.Entry<String, OperationStats>> rows = rows(operations, GroupBy.MODEL).stream()
                .filter(row -> row.getValue().streams() != null)
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        page.heading("Streaming", "time to the first chunk; mean time per further chunk of a call");
        Grid table = new Grid(
                page.screen(),
                Column.text("model"),
                Column.number("streams"),
                Column.number("chunks").dispensable(2),
                Column.number("first p50"),
                Column.number("first p95"),
                Column.number("first p99").dispensable(3),
                Column.number("chunk p50"),
                Column.number("chunk p95").dispensable(1),
                Column.number("longest gap"));
        for (Map.Entry<String, OperationStats> row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
            StreamStats stats = row.getValue().streams();
            table.row(
                    Cell.of(Texts.safe(row.getKey())),
                    Cell.of(Units.count(stats.calls())),
                    Cell.of(Units.count(stats.chunks())),
                    Cells.percentile(stats.firstChunk(), 50),
                    Cells.percentile(stats.firstChunk(), 95),
                    Cells.percentile(stats.firstChunk(), 99),
                    Cells.percentile(stats.perChunk(), 50),
                    Cells.percentile(stats.perChunk(), 95),
                    Cell.of(stats.longestGapNanos() == 0 ? Units.UNKNOWN : Units.duration(stats.longestGapNanos())));
        }
        page.table(table);
        Cells.more(page, rows.size() - MAX_ROWS);
    }
}
