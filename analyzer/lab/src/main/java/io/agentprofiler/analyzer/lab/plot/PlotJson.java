// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.plot;

import io.agentprofiler.analyzer.answer.score.QualityLog.MetricStats;
import io.agentprofiler.analyzer.answer.score.QualityLog.ScoreGroup;
import io.agentprofiler.analyzer.base.stat.Quantile;
import io.agentprofiler.analyzer.lab.plot.CallMarks.Mark;
import io.agentprofiler.analyzer.lab.plot.CallPoints.CallPoint;
import io.agentprofiler.analyzer.lab.plot.PlotCharts.Look;
import io.agentprofiler.analyzer.lab.plot.PlotData.Model;
import io.agentprofiler.analyzer.lab.plot.PlotData.Scores;
import io.agentprofiler.analyzer.lab.plot.PlotData.Series;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.chart.Box;
import io.agentprofiler.analyzer.view.json.JsonView;
import io.agentprofiler.analyzer.view.json.TablesJson;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** The charts as the page takes them: labels, axes and figures of the pictures, and a table of each. */
public final class PlotJson {
    /** Marks of calls on a page. */
    static final int MOST_MARKS = 3000;
    /** Series of calls on a page: of more, those of the fewest calls are one. */
    static final int MOST_SERIES = 40;

    private static final int NO_COLOUR = -1;
    private static final String OF_ANY = "circle";

    private PlotJson() {}

    /** Writes a list of the charts; an empty one where no model was called and nothing was scored. */
    public static void write(PlotData data, JsonGenerator json) {
        PlotCharts charts = new PlotCharts(data);
        boolean isCalled = !data.models().isEmpty() || !data.calls().isEmpty() || data.callsUnknown() > 0;
        json.writeStartArray();
        for (PlotCharts.Named one : charts.all()) {
            if (one.chart() != null || isCalled && !one.missing().isEmpty()) {
                json.writeStartObject();
                json.writeStringProperty("name", one.name());
                if (one.chart() == null) {
                    json.writeStringProperty("title", one.title());
                    json.writeStringProperty("missing", one.missing());
                } else {
                    Fields fields = one.chart().fields();
                    if (one.name().equals(PlotCharts.TOKENS)) {
                        addMarks(data, charts, fields);
                    }
                    fields.values().forEach((name, value) -> {
                        json.writeName(name);
                        JsonView.value(value, json);
                    });
                    json.writeName("tables");
                    TablesJson.write(List.of(PlotTables.of(one, data)), json);
                }
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    private static void addMarks(PlotData data, PlotCharts charts, Fields fields) {
        List<Series> shown = data.calls().stream()
                .sorted(Comparator.comparingInt(
                                (Series series) -> series.points().size())
                        .reversed())
                .limit(data.calls().size() > MOST_SERIES ? MOST_SERIES - 1 : MOST_SERIES)
                .toList();
        List<Look> looks = new ArrayList<>();
        List<List<CallPoint>> points = new ArrayList<>();
        for (Series series : shown) {
            looks.add(charts.look(series));
            points.add(series.points());
        }
        int others = data.calls().size() - shown.size();
        if (others > 0) {
            looks.add(new Look(Units.count(others, "other"), NO_COLOUR, null));
            points.add(data.calls().stream()
                    .filter(series -> !shown.contains(series))
                    .flatMap(series -> series.points().stream())
                    .sorted(Comparator.comparingLong(CallPoint::start))
                    .toList());
        }
        CallMarks marks = CallMarks.of(points, MOST_MARKS);
        Map<TraceId, Integer> traces = new LinkedHashMap<>();
        List<Fields> series = new ArrayList<>();
        for (int i = 0; i < looks.size(); i++) {
            Look look = looks.get(i);
            List<Mark> own = marks.series().get(i);
            series.add(new Fields()
                    .put("name", look.name())
                    .put("colour", look.colour())
                    .put(
                            "shape",
                            look.marker() == null
                                    ? OF_ANY
                                    : look.marker().name().toLowerCase(Locale.ROOT))
                    .put("calls", points.get(i).size())
                    .put(
                            "marks",
                            own.stream().flatMap(mark -> numbers(mark, traces)).toList())
                    .put(
                            "spans",
                            own.stream()
                                    .map(mark -> TraceId.spanText(mark.first().id()))
                                    .toList()));
        }
        fields.put("series", series)
                .put("traces", traces.keySet().stream().map(TraceId::toString).toList())
                .put("shared", shared(marks, points));
    }

    /** Returns prompt tokens, completion tokens, how many calls, and the place of the trace among those met. */
    private static Stream<Object> numbers(Mark mark, Map<TraceId, Integer> traces) {
        Integer next = traces.size();
        Integer before = traces.putIfAbsent(mark.first().trace(), next);
        return Stream.of(
                mark.first().prompt(), mark.first().completion(), mark.calls(), before == null ? next : before);
    }

    /** Returns how calls share marks, {@code null} where each has its own. */
    private static String shared(CallMarks marks, List<List<CallPoint>> points) {
        int calls = points.stream().mapToInt(Collection::size).sum();
        int drawn = marks.series().stream().mapToInt(Collection::size).sum();
        return drawn == calls
                ? null
                : String.format(
                        Locale.ROOT,
                        "%,d marks for %,d calls: those of a series that are less than %,.0f prompt and %,.0f completion"
                                + " tokens apart may share one. Larger marks: more calls.",
                        drawn,
                        calls,
                        Math.ceil(marks.prompt()),
                        Math.ceil(marks.completion()));
    }

    /** The charts' figures as tables, for those who do not see the charts, and for exact values. */
    private static final class PlotTables {
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
                    .number("prompt p50", series -> quantile(series, CallPoint::prompt, 0.5))
                    .number("prompt max", series -> quantile(series, CallPoint::prompt, 1))
                    .number("completion p50", series -> quantile(series, CallPoint::completion, 0.5))
                    .number("completion max", series -> quantile(series, CallPoint::completion, 1))
                    .build();
        }

        private static Cell quantile(Series series, ToLongFunction<CallPoint> tokens, double share) {
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
            return model.seconds() == null
                    ? Cell.unknown()
                    : Cell.duration(figure.applyAsDouble(model.seconds()) * NANOS);
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
        private record ScoreLine(ScoreGroup group, String metric, MetricStats stats) {
            Cell of(Function<ScoreGroup, String> part) {
                return Cell.name(group == null ? "" : part.apply(group));
            }
        }

        private static Table scores(PlotData data, String title) {
            List<ScoreLine> lines = new ArrayList<>();
            for (Scores one : data.scores()) {
                one.metrics().forEach((metric, stats) -> lines.add(new ScoreLine(one.group(), metric, stats)));
            }
            return table(lines, title)
                    .text(
                            "model",
                            line -> line.group() == null ? Cell.words("(of no workflow)") : line.of(ScoreGroup::model))
                    .text("configuration", line -> line.of(ScoreGroup::configuration))
                    .whereFilled()
                    .text("workflow", line -> line.of(ScoreGroup::workflow))
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
}
