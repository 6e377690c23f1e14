// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.score;

import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.score.QualityLog.MetricStats;
import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.answer.score.QualityLog.ScoreGroup;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;

/** Quality beside run time and tokens: the answer of {@code score}, and what reports say of it where there are scores. */
public final class QualitySection {
    private static final String FORMAT = "agent-profiler-scores/1";
    private static final int MAX_ROWS = 30;
    private static final int MAX_UNMATCHED = 3;

    private QualitySection() {}

    /** Describes {@code scores.json}. */
    public static Document document(Quality quality) {
        return Document.of(FORMAT, "Quality").addAll(of(quality)).build();
    }

    /** Describes the answer of {@code score}. */
    static Document document(Quality quality, Outcome outcome) {
        Document.Builder answer = Document.of(FORMAT, "Quality").addAll(of(quality));
        if (!quality.hasScores()) {
            answer.add(new Note(
                    "!",
                    "No scores: no evaluation was recorded in the input, and no file was given with --scores",
                    Emphasis.WARNING));
        }
        return answer.add(DataSection.of(outcome)).build();
    }

    /** A row that people see: a metric of a group; of no workflow where group and row are {@code null}. */
    private record QualityLine(ScoreGroup group, Quality.QualityRow row, String metric, MetricStats stats) {
        String ofGroup(Function<ScoreGroup, String> part) {
            return group == null ? "" : part.apply(group);
        }

        Cell ofRow(Function<Quality.QualityRow, Cell> part) {
            return row == null ? Cell.unknown() : part.apply(row);
        }
    }

    /** Describes the scores; people see something only where there are any. */
    public static List<Block> of(Quality quality) {
        List<QualityLine> lines = new ArrayList<>();
        quality.rows()
                .forEach((group, row) -> row.metrics()
                        .forEach((metric, stats) -> lines.add(new QualityLine(group, row, metric, stats))));
        int ofWorkflows = lines.size();
        List<QualityLine> shown = new ArrayList<>(lines.subList(0, Math.min(MAX_ROWS, ofWorkflows)));
        quality.ofNoWorkflow().forEach((metric, stats) -> shown.add(new QualityLine(null, null, metric, stats)));
        List<Block> blocks = new ArrayList<>(List.of(
                groups(quality),
                metrics("of_no_workflow", quality.ofNoWorkflow()),
                unmatched(quality),
                table(shown, ofWorkflows + quality.ofNoWorkflow().size())));
        if (!quality.unmatched().isEmpty()) {
            blocks.add(new Note(
                    "!",
                    Units.count(quality.unmatched().size(), "score") + " of workflows that are not in the input: "
                            + String.join(
                                    ", ",
                                    quality.unmatched().stream()
                                            .map(Score::workflow)
                                            .distinct()
                                            .limit(MAX_UNMATCHED)
                                            .toList()),
                    Emphasis.WARNING));
        }
        return blocks;
    }

    private static Table groups(Quality quality) {
        return Table.of("groups", quality.rows().entrySet())
                .field("workflow", entry -> entry.getKey().workflow())
                .field("model", entry -> entry.getKey().model())
                .field(
                        "configuration",
                        entry -> entry.getKey().configuration().isEmpty()
                                ? null
                                : entry.getKey().configuration())
                .field("workflows", entry -> entry.getValue().workflows())
                .field("run_time_ns", entry -> Fields.of(entry.getValue().runTime()))
                .field("input_tokens", entry -> Fields.of(entry.getValue().input()))
                .field("output_tokens", entry -> Fields.of(entry.getValue().output()))
                .field(
                        "metrics",
                        entry -> metrics("metrics", entry.getValue().metrics()).records())
                .build();
    }

    private static Table metrics(String key, SortedMap<String, MetricStats> metrics) {
        return Table.of(key, metrics.entrySet())
                .field("metric", Map.Entry::getKey)
                .field("n", metric -> metric.getValue().count())
                .field("mean", metric -> metric.getValue().mean())
                .field("standard_deviation", metric -> metric.getValue().deviation())
                .field("min", metric -> metric.getValue().min())
                .field("max", metric -> metric.getValue().max())
                .build();
    }

    private static Table unmatched(Quality quality) {
        return Table.of("unmatched", quality.unmatched())
                .field("workflow_id", Score::workflow)
                .field("metric", Score::metric)
                .field("value", Score::value)
                .build();
    }

    private static Table table(List<QualityLine> lines, int total) {
        return Table.of(null, lines)
                .heading("Quality", "scores by model and configuration, beside what the workflows took")
                .text(
                        "model",
                        line -> line.group() == null
                                ? Cell.words("(of no workflow)").with(Emphasis.DIM)
                                : Cell.name(line.group().model()))
                .text("configuration", line -> Cell.name(line.ofGroup(ScoreGroup::configuration)))
                .dispensable(2)
                .text("workflow", line -> Cell.name(line.ofGroup(ScoreGroup::workflow)))
                .dispensable(3)
                .text("metric", line -> Cell.name(line.metric()))
                .number("mean", line -> number(line.stats().mean()))
                .number("±", line -> number(line.stats().deviation()))
                .dispensable(4)
                .number("scores", line -> Cell.count(line.stats().count()))
                .number("workflows", line -> line.ofRow(row -> Cell.count(row.workflows())))
                .dispensable(5)
                .number("run time p50", line -> line.ofRow(row -> Cell.percentile(row.runTime(), 50)))
                .number("tokens in", line -> line.ofRow(row -> mean(row.input())))
                .dispensable(1)
                .number("tokens out", line -> line.ofRow(row -> mean(row.output())))
                .dispensable(1)
                .outOf(total, "row")
                .atMost(lines.size(), "score --format json has all")
                .build();
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
}
