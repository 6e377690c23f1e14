// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.score;

import io.agentprofiler.analyzer.score.QualityLog.Group;
import io.agentprofiler.analyzer.stat.Distribution;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Cell;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Emphasis;
import io.agentprofiler.analyzer.view.Fields;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/** Quality beside run time and tokens; people see it only where there are scores. */
public final class QualitySection {
    private static final int MAX_ROWS = 30;
    private static final int MAX_UNMATCHED = 3;

    private QualitySection() {}

    /** Describes {@code scores.json}. */
    public static Document document(Quality quality) {
        return Document.of("agent-profiler-scores/1", "Quality")
                .addAll(of(quality))
                .build();
    }

    /** A row that people see: a metric of a group, or of no workflow. */
    private record Line(Group group, Quality.Row row, String metric, MetricStats stats) {}

    /** Describes the scores. */
    public static List<Block> of(Quality quality) {
        List<Block> blocks = new ArrayList<>(List.of(
                new Value(
                        "groups",
                        quality.rows().entrySet().stream()
                                .map(QualitySection::group)
                                .toList()),
                new Value("of_no_workflow", metrics(quality.ofNoWorkflow())),
                new Value(
                        "unmatched",
                        quality.unmatched().stream()
                                .map(score -> new Fields()
                                        .put("workflow_id", score.workflow())
                                        .put("metric", score.metric())
                                        .put("value", score.value()))
                                .toList())));
        if (!quality.hasScores()) {
            return blocks;
        }
        List<Line> lines = new ArrayList<>();
        quality.rows()
                .forEach((group, row) ->
                        row.metrics().forEach((metric, stats) -> lines.add(new Line(group, row, metric, stats))));
        int more = lines.size() - MAX_ROWS;
        List<Line> shown = new ArrayList<>(lines.subList(0, Math.min(MAX_ROWS, lines.size())));
        quality.ofNoWorkflow().forEach((metric, stats) -> shown.add(new Line(null, null, metric, stats)));
        blocks.add(table(shown));
        if (more > 0) {
            blocks.add(
                    new Note("-", Units.count(more, "more row") + ": report --out DIR --format scores", Emphasis.DIM));
        }
        if (!quality.unmatched().isEmpty()) {
            blocks.add(unmatched(quality));
        }
        return blocks;
    }

    private static Table table(List<Line> lines) {
        return Table.of(null, lines)
                .heading("Quality", "scores by model and configuration, beside what the workflows took")
                .text(
                        null,
                        "model",
                        line -> line.group() == null
                                ? Cell.words("(of no workflow)").with(Emphasis.DIM)
                                : Cell.name(line.group().model()))
                .text(
                        null,
                        "configuration",
                        line -> Cell.name(
                                line.group() == null ? "" : line.group().configuration()))
                .dispensable(2)
                .text(
                        null,
                        "workflow",
                        line -> Cell.name(
                                line.group() == null ? "" : line.group().workflow()))
                .dispensable(3)
                .text(null, "metric", line -> Cell.name(line.metric()))
                .number(null, "mean", line -> number(line.stats().mean()))
                .number(null, "±", line -> number(line.stats().deviation()))
                .dispensable(4)
                .number(null, "scores", line -> Cell.count(line.stats().count()))
                .number(
                        null,
                        "workflows",
                        line -> line.row() == null
                                ? Cell.EMPTY
                                : Cell.count(line.row().workflows()))
                .dispensable(5)
                .number(
                        null,
                        "run time p50",
                        line -> line.row() == null
                                ? Cell.unknown()
                                : Cell.percentile(line.row().runTime(), 50))
                .number(
                        null,
                        "tokens in",
                        line -> line.row() == null
                                ? Cell.unknown()
                                : mean(line.row().input()))
                .dispensable(1)
                .number(
                        null,
                        "tokens out",
                        line -> line.row() == null
                                ? Cell.unknown()
                                : mean(line.row().output()))
                .dispensable(1)
                .build();
    }

    private static Note unmatched(Quality quality) {
        return new Note(
                "!",
                Units.count(quality.unmatched().size(), "score") + " of workflows that are not in the input: "
                        + String.join(
                                ", ",
                                quality.unmatched().stream()
                                        .map(Score::workflow)
                                        .distinct()
                                        .limit(MAX_UNMATCHED)
                                        .toList()),
                Emphasis.WARNING);
    }

    private static Cell mean(Distribution tokens) {
        return tokens.count() == 0
                ? Cell.unknown()
                : Cell.count(Math.round(tokens.mean())).as(tokens.mean());
    }

    private static Cell number(double number) {
        return Double.isNaN(number)
                ? Cell.unknown()
                : Cell.words(String.format(Locale.ROOT, "%.3f", number)).as(number);
    }

    private static Fields group(Map.Entry<Group, Quality.Row> entry) {
        Group group = entry.getKey();
        Quality.Row row = entry.getValue();
        return new Fields()
                .put("workflow", group.workflow())
                .put("model", group.model())
                .put("configuration", group.configuration().isEmpty() ? null : group.configuration())
                .put("workflows", row.workflows())
                .put("run_time_ns", Fields.of(row.runTime()))
                .put("input_tokens", Fields.of(row.input()))
                .put("output_tokens", Fields.of(row.output()))
                .put("metrics", metrics(row.metrics()));
    }

    private static List<Fields> metrics(SortedMap<String, MetricStats> metrics) {
        return metrics.entrySet().stream()
                .map(metric -> new Fields()
                        .put("metric", metric.getKey())
                        .put("n", metric.getValue().count())
                        .put("mean", metric.getValue().mean())
                        .put("standard_deviation", metric.getValue().deviation())
                        .put("min", metric.getValue().min())
                        .put("max", metric.getValue().max()))
                .toList();
    }
}
