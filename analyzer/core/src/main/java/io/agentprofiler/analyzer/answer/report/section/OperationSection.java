// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.section;

import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.metric.operation.GroupBy;
import io.agentprofiler.analyzer.trace.metric.operation.OperationStats;
import io.agentprofiler.analyzer.trace.metric.operation.Operations;
import io.agentprofiler.analyzer.trace.metric.operation.StreamStats;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Percentiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables of operations by kind, agent, model and tool, and of streamed answers. */
public final class OperationSection {
    private static final int MAX_ROWS = 20;
    private static final String SELF = "self = own time, its requests included";
    private static final String SHARE = "share of all self time";

    private OperationSection() {}

    /** Describes all operations. */
    public static Section of(Operations operations) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Value("self_ns", Cell.duration(operations.selfNanos()).raw()));
        for (GroupBy grouping : List.of(GroupBy.KIND, GroupBy.AGENT, GroupBy.MODEL, GroupBy.TOOL)) {
            blocks.add(table(operations, grouping, MAX_ROWS));
            if (grouping == GroupBy.MODEL) {
                blocks.add(streams(operations));
            }
        }
        if (isAnyMarked(operations)) {
            blocks.add(Note.line(""));
            blocks.add(Note.aside(Percentiles.MARK_MEANS));
        }
        return new Section("operations", null, "", blocks);
    }

    /** Describes the operations of one sort, with so many rows at most for people. */
    public static Table table(Operations operations, GroupBy grouping, int most) {
        double whole = operations.selfNanos();
        String word = grouping.name().toLowerCase(Locale.ROOT);
        return Table.of("by_" + word, operations.by(grouping).entrySet())
                .heading(title(grouping), grouping == GroupBy.KIND ? "by kind; " + SELF : SHARE)
                .sorted(slowestFirst())
                .atMost(most, ReportWords.ALL_ROWS)
                .onPages(ReportWords.ROWS_ON_PAGES)
                .text("name", word, row -> Cell.name(row.getKey()))
                .number("calls", "calls", row -> Cell.count(row.getValue().calls()))
                .number("errors", "errors", row -> Cell.failures(row.getValue().errors()))
                .whereFilled()
                .number("cancelled", "cancelled", row -> Cell.bad(row.getValue().cancelled(), Emphasis.WARNING))
                .dispensable(3)
                .number(
                        "unfinished",
                        "unfinished",
                        row -> Cell.bad(row.getValue().unfinished(), Emphasis.WARNING))
                .dispensable(3)
                .number("total_ns", "total", row -> Cell.duration(row.getValue().totalNanos()))
                .dispensable(1)
                .number(
                        "self_ns",
                        "self",
                        row -> Cell.duration(row.getValue().selfNanos()).with(Emphasis.STRONG))
                .number("share", row -> Cell.share(self(row), whole))
                .bar(row -> Cell.bar(self(row), whole))
                .dispensable(6)
                .number("min", row -> shortest(row.getValue().durations()))
                .dispensable(8)
                .percentiles("duration_ns", "", row -> row.getValue().durations(), 50)
                .number("p95", row -> Cell.percentile(row.getValue().durations(), 95))
                .dispensable(1)
                .number("p99", row -> Cell.percentile(row.getValue().durations(), 99))
                .dispensable(4)
                .number("max", row -> longest(row.getValue().durations()))
                .dispensable(7)
                .number("cpu_ns", "cpu", row -> Cell.duration(row.getValue().cpuNanos()))
                .dispensable(5)
                .number(
                        "alloc_bytes",
                        "allocated",
                        row -> Cell.bytes(row.getValue().allocatedBytes()))
                .dispensable(5)
                .field("streams", row -> streams(row.getValue().streams()))
                .field("calls_with_usage", row -> row.getValue().callsWithUsage())
                .field("calls_without_usage", row -> row.getValue().callsWithoutUsage())
                .field("tokens", row -> Fields.of(row.getValue().tokens()))
                .build();
    }

    private static double self(Map.Entry<String, OperationStats> row) {
        return Unknown.toDouble(row.getValue().selfNanos());
    }

    private static Cell shortest(Distribution durations) {
        return durations.count() == 0 ? Cell.unknown() : Cell.duration(durations.min());
    }

    private static Cell longest(Distribution durations) {
        return durations.count() == 0 ? Cell.unknown() : Cell.duration(durations.max());
    }

    private static String title(GroupBy grouping) {
        return switch (grouping) {
            case KIND -> "Where the time went";
            case AGENT -> "Agents";
            case MODEL -> "Models";
            case TOOL -> "Tools";
        };
    }

    private static Table streams(Operations operations) {
        return Table.of(null, operations.by(GroupBy.MODEL).entrySet())
                .heading("Streaming", "time to the first chunk; mean time per further chunk of a call")
                .where(row -> row.getValue().streams() != null)
                .sorted(slowestFirst())
                .atMost(MAX_ROWS, ReportWords.ALL_ROWS)
                .onPages(ReportWords.ROWS_ON_PAGES)
                .text("model", row -> Cell.name(row.getKey()))
                .number("streams", row -> Cell.count(row.getValue().streams().calls()))
                .number("chunks", row -> Cell.count(row.getValue().streams().chunks()))
                .dispensable(2)
                .number(
                        "first p50",
                        row -> Cell.percentile(row.getValue().streams().firstChunk(), 50))
                .number(
                        "first p95",
                        row -> Cell.percentile(row.getValue().streams().firstChunk(), 95))
                .number(
                        "first p99",
                        row -> Cell.percentile(row.getValue().streams().firstChunk(), 99))
                .dispensable(3)
                .number(
                        "chunk p50",
                        row -> Cell.percentile(row.getValue().streams().perChunk(), 50))
                .number(
                        "chunk p95",
                        row -> Cell.percentile(row.getValue().streams().perChunk(), 95))
                .dispensable(1)
                .number("longest gap", row -> gap(row.getValue().streams()))
                .build();
    }

    private static Cell gap(StreamStats stats) {
        return stats.longestGapNanos() == 0 ? Cell.unknown() : Cell.duration(stats.longestGapNanos());
    }

    private static Fields streams(StreamStats stats) {
        return stats == null
                ? null
                : new Fields()
                        .put("calls", stats.calls())
                        .put("chunks", stats.chunks())
                        .put("first_chunk_ns", Fields.of(stats.firstChunk()))
                        .put("per_chunk_ns", Fields.of(stats.perChunk()))
                        .put("longest_gap_ns", stats.longestGapNanos());
    }

    /** Answers whether people see a percentile that its number of calls cannot support. */
    private static boolean isAnyMarked(Operations operations) {
        return List.of(GroupBy.values()).stream()
                .flatMap(grouping -> operations.by(grouping).entrySet().stream()
                        .sorted(slowestFirst())
                        .limit(MAX_ROWS))
                .map(row -> row.getValue().durations())
                .anyMatch(durations -> durations.count() > 0 && !durations.supports(99));
    }

    private static Comparator<Map.Entry<String, OperationStats>> slowestFirst() {
        return Comparator.comparingLong((Map.Entry<String, OperationStats> row) ->
                        row.getValue().selfNanos())
                .reversed();
    }
}
