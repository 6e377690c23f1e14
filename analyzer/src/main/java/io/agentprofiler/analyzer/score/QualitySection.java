// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.score;

import io.agentprofiler.analyzer.score.QualityLog.Group;
import io.agentprofiler.analyzer.stat.Distribution;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Cells;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Texts;
import java.util.Locale;
import java.util.Map;

/** Quality beside run time and tokens; only where there are scores. */
public final class QualitySection {
    private static final int MAX_ROWS = 30;
    private static final int MAX_UNMATCHED = 3;

    private QualitySection() {}

    public static void print(Page page, Quality quality) {
        if (!quality.hasScores()) {
            return;
        }
        page.heading("Quality", "scores by model and configuration, beside what the workflows took");
        Grid table = new Grid(
                page.screen(),
                Column.text("model"),
                Column.text("configuration").dispensable(2),
                Column.text("workflow").dispensable(3),
                Column.text("metric"),
                Column.number("mean"),
                Column.number("±").dispensable(4),
                Column.number("scores"),
                Column.number("workflows").dispensable(5),
                Column.number("run time p50"),
                Column.number("tokens in").dispensable(1),
                Column.number("tokens out").dispensable(1));
        int rows = 0;
        for (Map.Entry<Group, Quality.Row> one : quality.rows().entrySet()) {
            for (Map.Entry<String, MetricStats> metric :
                    one.getValue().metrics().entrySet()) {
                if (rows++ < MAX_ROWS) {
                    row(table, one.getKey(), one.getValue(), metric.getKey(), metric.getValue());
                }
            }
        }
        quality.ofNoWorkflow()
                .forEach((metric, stats) -> table.row(
                        Cell.of("(of no workflow)", Ink.DIM),
                        Cell.of(""),
                        Cell.of(""),
                        Cell.of(Texts.safe(metric)),
                        Cell.of(number(stats.mean())),
                        Cell.of(deviation(stats)),
                        Cell.of(Units.count(stats.count())),
                        Cell.of(""),
                        Cell.of(Units.UNKNOWN),
                        Cell.of(Units.UNKNOWN),
                        Cell.of(Units.UNKNOWN)));
        page.table(table);
        if (rows > MAX_ROWS) {
            page.note("-", Units.count(rows - MAX_ROWS, "more row") + ": report --out DIR --format scores", Ink.DIM);
        }
        unmatched(page, quality);
    }

    private static void unmatched(Page page, Quality quality) {
        if (!quality.unmatched().isEmpty()) {
            page.note(
                    "!",
                    Units.count(quality.unmatched().size(), "score") + " of workflows that are not in the input: "
                            + String.join(
                                    ", ",
                                    quality.unmatched().stream()
                                            .map(Score::workflow)
                                            .distinct()
                                            .limit(MAX_UNMATCHED)
                                            .map(Texts::safe)
                                            .toList()),
                    Ink.YELLOW);
        }
    }

    private static void row(Grid table, Group group, Quality.Row row, String metric, MetricStats stats) {
        table.row(
                Cell.of(Texts.safe(group.model())),
                Cell.of(Texts.safe(group.configuration())),
                Cell.of(Texts.safe(group.workflow())),
                Cell.of(Texts.safe(metric)),
                Cell.of(number(stats.mean())),
                Cell.of(deviation(stats)),
                Cell.of(Units.count(stats.count())),
                Cell.of(Units.count(row.workflows())),
                Cells.percentile(row.runTime(), 50),
                mean(row.input()),
                mean(row.output()));
    }

    private static Cell mean(Distribution tokens) {
        return Cell.of(tokens.count() == 0 ? Units.UNKNOWN : Units.count(Math.round(tokens.mean())));
    }

    private static String deviation(MetricStats stats) {
        return Double.isNaN(stats.deviation()) ? Units.UNKNOWN : number(stats.deviation());
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, "%.3f", number);
    }
}
