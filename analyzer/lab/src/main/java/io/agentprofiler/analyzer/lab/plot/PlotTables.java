// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.plot;

import io.agentprofiler.analyzer.answer.score.MetricStats;
import io.agentprofiler.analyzer.answer.score.QualityLog.Group;
import io.agentprofiler.analyzer.base.stat.Quantile;
import io.agentprofiler.analyzer.lab.plot.CallPoints.Point;
import io.agentprofiler.analyzer.lab.plot.PlotData.Model;
import io.agentprofiler.analyzer.lab.plot.PlotData.Scores;
import io.agentprofiler.analyzer.lab.plot.PlotData.Series;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.chart.Box;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The charts' figures as tables, for those who do not see the charts, and for exact values. */
final class PlotTables {
    private static final int MOST_ROWS = 200;
    private static final double NANOS = 1e9;

    private PlotTables() {}

    /** Returns the table of a chart. */
    static Table of(PlotCharts.Named chart, PlotData data) {
        return switch (chart.name()) {
            case PlotCharts.TOKENS -> calls(data, chart.title());
            case PlotCharts.RUN_TIMES -> runTimes(data, chart.title());
            case PlotCharts.PER_WORKFLOW -> tokens(data, chart.title());
            default -> scores(data, chart.title());
        };
    }

    private static <T> Table.Builder<T> table(Collection<T> rows, String title) {
        return Table.of(null, rows).heading(title, "").atMost(MOST_ROWS, "").noun("row");
    }

    private static Table calls(PlotData data, String title) {
        return table(data.calls(), title)
                .text("model", series -> Cell.name(series.model()))
                .text("made by", series -> Cell.name(series.function()))
                .whereFilled()
                .number("calls", series -> Cell.count(series.points().size()))
                .number("prompt p50", series -> quantile(series, Point::prompt, 0.5))
                .number("prompt max", series -> quantile(series, Point::prompt, 1))
                .number("completion p50", series -> quantile(series, Point::completion, 0.5))
                .number("completion max", series -> quantile(series, Point::completion, 1))
                .build();
    }

    private static Cell quantile(Series series, ToLongFunction<Point> tokens, double share) {
        double[] sorted = series.points().stream()
                .mapToDouble(tokens::applyAsLong)
                .sorted()
                .toArray();
        return tokens(Quantile.of(sorted, share));
    }

    private static Cell tokens(double number) {
        return Double.isNaN(number)
                ? Cell.unknown()
                : Cell.count(Math.round(number)).as(number);
    }

    private static Table runTimes(PlotData data, String title) {
        return table(data.models(), title)
                .text("model", model -> Cell.name(model.name()))
                .number("workflows", model -> Cell.count(model.workflows()))
                .number("least", model -> seconds(model, Box::min))
                .number("q1", model -> seconds(model, Box::lower))
                .number("median", model -> seconds(model, Box::median))
                .number("q3", model -> seconds(model, Box::upper))
                .number("most", model -> seconds(model, Box::max))
                .number("not timed", model -> Cell.bad(model.untimed(), Emphasis.DIM))
                .whereFilled()
                .build();
    }

    private static Cell seconds(Model model, ToDoubleFunction<Box> figure) {
        return model.seconds() == null ? Cell.unknown() : Cell.duration(figure.applyAsDouble(model.seconds()) * NANOS);
    }

    private static Table tokens(PlotData data, String title) {
        return table(data.models(), title)
                .text("model", model -> Cell.name(model.name()))
                .number("workflows", model -> Cell.count(model.workflows()))
                .number("prompt tokens, mean", model -> tokens(model.prompt()))
                .number("completion tokens, mean", model -> tokens(model.completion()))
                .number("tokens not known", model -> Cell.bad(model.uncounted(), Emphasis.DIM))
                .whereFilled()
                .build();
    }

    /** A metric of a group; the group is {@code null} for evaluations that are no part of a workflow. */
    private record Line(Group group, String metric, MetricStats stats) {
        Cell of(Function<Group, String> part) {
            return Cell.name(group == null ? "" : part.apply(group));
        }
    }

    private static Table scores(PlotData data, String title) {
        List<Line> lines = new ArrayList<>();
        for (Scores one : data.scores()) {
            one.metrics().forEach((metric, stats) -> lines.add(new Line(one.group(), metric, stats)));
        }
        return table(lines, title)
                .text("model", line -> line.group() == null ? Cell.words("(of no workflow)") : line.of(Group::model))
                .text("configuration", line -> line.of(Group::configuration))
                .whereFilled()
                .text("workflow", line -> line.of(Group::workflow))
                .whereFilled()
                .text("metric", line -> Cell.name(line.metric()))
                .number("scores", line -> Cell.count(line.stats().count()))
                .number("mean", line -> number(line.stats().mean()))
                .number("min", line -> number(line.stats().min()))
                .number("max", line -> number(line.stats().max()))
                .build();
    }

    private static Cell number(double number) {
        return Cell.words(String.format(Locale.ROOT, "%.3f", number)).as(number);
    }
}
