// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report.section;

import io.agentprofiler.analyzer.answer.fingerprint.Grouping;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowRows;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowStats;
import io.agentprofiler.analyzer.trace.metric.workflow.Workflows;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The workflows, all together and by name, or by what they do. */
public final class WorkflowSection {
    private static final int MAX_ROWS = 15;

    private WorkflowSection() {}

    /** Describes the workflows by name; the figures of all together are for programs. */
    public static Section of(Workflows workflows) {
        return of(workflows, workflows.byName(), Grouping.NAME, 0);
    }

    /** Describes them by what they do, too. */
    public static Section of(Workflows workflows, WorkflowRows rows, Grouping grouping) {
        return of(workflows, rows.rows(), grouping, rows.others());
    }

    private static Section of(Workflows workflows, Map<String, WorkflowStats> rows, Grouping grouping, long others) {
        List<Block> blocks = new ArrayList<>();
        NameRow all = new NameRow(null, workflows.all(), workflows.served().durations());
        Fields total = figures(null, List.of(all)).build().records().iterator().next();
        total.values().forEach((key, raw) -> blocks.add(new Value(key, raw)));
        blocks.add(new Value("ingestions", workflows.ingestions()));
        blocks.add(table("by_" + grouping.key(), rows, grouping));
        if (others > 0) {
            blocks.add(new Value("other_workflows", others));
            blocks.add(Note.aside(
                    "… " + Units.count(others, "workflow") + " of rows beyond the first " + Units.count(rows.size())));
        }
        return new Section("workflows", null, "", blocks);
    }

    private static Table table(String key, Map<String, WorkflowStats> rows, Grouping grouping) {
        return figures(
                        key,
                        rows.entrySet().stream()
                                .map(row -> new NameRow(
                                        row.getKey(),
                                        row.getValue(),
                                        row.getValue().durations()))
                                .toList())
                .heading("Workflows", grouping.explanation() + ", slowest in total first")
                .sorted(Comparator.comparingLong((NameRow row) -> row.times().sum())
                        .reversed())
                .atMost(MAX_ROWS, ReportWords.ALL_ROWS)
                .onPages(ReportWords.ROWS_ON_PAGES)
                .build();
    }

    /**
     * Figures of workflows.
     *
     * @param name of their first spans, {@code null} for all
     * @param times their lengths, without those that only filled a store where it is about all
     */
    private record NameRow(String name, WorkflowStats stats, Distribution times) {}

    private static Table.Builder<NameRow> figures(String key, Collection<NameRow> rows) {
        return Table.of(key, rows)
                .text("name", "workflow", row -> row.name() == null ? Cell.unknown() : Cell.name(row.name()))
                .number("runs", "runs", row -> Cell.count(row.stats().workflows()))
                .number(
                        "errors",
                        "failed",
                        row -> Cell.failures(row.stats().ends().failed()))
                .whereFilled()
                .number(
                        "ok_with_failures",
                        WorkflowEnd.Ending.OK_WITH_FAILURES.words(),
                        row -> Cell.failures(row.stats().ends().okWithFailures()))
                .whereFilled()
                .number(
                        "cancelled",
                        "cancelled",
                        row -> Cell.bad(row.stats().ends().cancelled(), Emphasis.WARNING))
                .dispensable(4)
                .number(
                        "unfinished",
                        "unfinished",
                        row -> Cell.bad(row.stats().ends().unfinished(), Emphasis.WARNING))
                .dispensable(4)
                .number(
                        "total",
                        row -> row.times().count() == 0
                                        && row.stats().workflows()
                                                > row.stats().ends().unfinished()
                                ? Cell.unknown()
                                : Cell.duration(row.times().sum()))
                .percentiles("run_time_ns", "", NameRow::times, 50)
                .number("p95", row -> Cell.percentile(row.times(), 95))
                .dispensable(1)
                .number("p99", row -> Cell.percentile(row.times(), 99))
                .dispensable(3)
                .number(
                        "max",
                        row -> row.times().count() == 0
                                ? Cell.unknown()
                                : Cell.duration(row.times().max()))
                .dispensable(3)
                .number(
                        "work_until_max_ns",
                        "work until",
                        row -> Cell.rareDuration(row.stats().workNanos()).with(Emphasis.WARNING))
                .whereFilled()
                .number(
                        "model_calls",
                        "model calls",
                        row -> Cell.count(row.stats().modelCalls()))
                .dispensable(5)
                .number(
                        "tool_calls",
                        "tool calls",
                        row -> Cell.count(row.stats().toolCalls()))
                .dispensable(6)
                .number("tokens in", row -> Cell.count(row.stats().tokens().input()))
                .dispensable(2)
                .number("tokens out", row -> Cell.count(row.stats().tokens().output()))
                .dispensable(2)
                .field(
                        "with_failed_steps",
                        row -> Unknown.boxed(row.stats().ends().withFailures()))
                .field("spans", row -> row.stats().spans())
                .field("calls_without_usage", row -> row.stats().callsWithoutUsage())
                .field("tokens", row -> Fields.of(row.stats().tokens()))
                .field("embedding_tokens", row -> Fields.of(row.stats().embeddingTokens()));
    }
}
