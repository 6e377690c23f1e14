// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.plot;

import io.agentprofiler.analyzer.answer.score.QualityLog.MetricStats;
import io.agentprofiler.analyzer.lab.plot.CallPoints.CallPoint;
import io.agentprofiler.analyzer.lab.plot.PlotData.Model;
import io.agentprofiler.analyzer.lab.plot.PlotData.Scores;
import io.agentprofiler.analyzer.lab.plot.PlotData.Series;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.chart.BarPlot;
import io.agentprofiler.analyzer.view.chart.BoxPlot;
import io.agentprofiler.analyzer.view.chart.Chart;
import io.agentprofiler.analyzer.view.chart.Labels;
import io.agentprofiler.analyzer.view.chart.Marker;
import io.agentprofiler.analyzer.view.chart.XyPlot;
import io.agentprofiler.analyzer.view.chart.XyPlot.Style;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The four charts, each made once for the pictures and for the page.
 *
 * <p><b>Threading:</b> one thread.
 */
final class PlotCharts {
    static final String TOKENS = "prompt_vs_completion_tokens";
    static final String RUN_TIMES = "workflow_runtime_by_model";
    static final String PER_WORKFLOW = "tokens_per_example_by_model";
    static final String SCORES = "scores_by_model";

    /** As many colours as there are. */
    private static final int MOST_METRICS = 10;

    private static final String TITLE_OF_TOKENS = "Prompt and completion tokens of model calls";
    private static final String TITLE_OF_RUN_TIMES =
            "Run time by model, from the first call's start to the last one's end";
    private static final String TITLE_PER_WORKFLOW = "Prompt and completion tokens of a workflow by model";
    private static final String TITLE_OF_SCORES = "Scores by model and configuration";

    private final PlotData data;
    private final List<Model> models;
    private final String rest;
    private final List<String> callModels;
    private final List<String> functions;

    PlotCharts(PlotData data) {
        this.data = data;
        this.models = mostCalled(data.models());
        String ofModels = models.size() == data.models().size()
                ? ""
                : "; the " + models.size() + " models of " + data.models().size() + " that most workflows called";
        String left = data.workflowsLeftOut() == 0
                ? ""
                : "; " + Units.count(data.workflowsLeftOut(), "workflow") + " that began later left out";
        this.rest = ofModels + left;
        this.callModels = data.calls().stream().map(Series::model).distinct().toList();
        this.functions =
                data.calls().stream().map(Series::function).distinct().sorted().toList();
    }

    /**
     * A chart, or why there is none.
     *
     * @param name of the picture's file, without its ending
     * @param title of the chart
     * @param chart {@code null} where there is nothing to show
     * @param missing what is not known where there is no chart; empty where nobody would expect one
     */
    record Named(String name, String title, Chart chart, String missing) {}

    /** How the marks of a series look. */
    record Look(String name, int colour, Marker marker) {}

    /** Returns the charts in order. */
    List<Named> all() {
        List<Named> all = new ArrayList<>();
        all.add(new Named(
                TOKENS,
                TITLE_OF_TOKENS,
                data.calls().isEmpty() ? null : calls(),
                "No model call reported both numbers of tokens."));
        all.add(new Named(
                RUN_TIMES,
                TITLE_OF_RUN_TIMES,
                models.stream().allMatch(model -> model.seconds() == null) ? null : runTimes(),
                "Of no workflow all calls of a model were recorded from start to end."));
        all.add(new Named(
                PER_WORKFLOW,
                TITLE_PER_WORKFLOW,
                models.stream().allMatch(model -> Double.isNaN(model.prompt())) ? null : tokens(),
                "Of no workflow both numbers of tokens of a model are known."));
        all.add(new Named(SCORES, TITLE_OF_SCORES, data.scores().isEmpty() ? null : scores(), ""));
        return all;
    }

    /** Returns the models that most workflows called, as many as a picture has room for, in the order they had. */
    private static List<Model> mostCalled(List<Model> models) {
        List<Model> kept = models.stream()
                .sorted(Comparator.comparingLong(Model::workflows).reversed())
                .limit(BarPlot.MOST_GROUPS)
                .toList();
        return models.stream().filter(kept::contains).toList();
    }

    /** Returns how a series of calls looks. */
    Look look(Series series) {
        return new Look(
                functions.size() > 1 && !series.function().isEmpty()
                        ? series.model() + " · " + series.function()
                        : series.model(),
                callModels.indexOf(series.model()),
                Marker.of(functions.indexOf(series.function())));
    }

    private XyPlot calls() {
        long shown = data.calls().stream()
                .mapToLong(series -> series.points().size())
                .sum();
        XyPlot plot = new XyPlot(new Labels(
                TITLE_OF_TOKENS,
                "prompt tokens of a call",
                "completion tokens of a call",
                "n = " + Units.count(shown, "call") + ", a mark each; colour: model"
                        + (functions.size() > 1 ? "; shape: agent, tool or workflow that made the call" : "")
                        + leftOut(data.callsUnknown(), "call", " of unknown tokens")
                        + leftOut(data.callsLeftOut(), "call", " that began later")));
        for (Series series : data.calls()) {
            Look look = look(series);
            plot.add(
                    look.name(),
                    look.colour(),
                    look.marker(),
                    Style.DOTS,
                    series.points().stream().mapToDouble(CallPoint::prompt).toArray(),
                    series.points().stream().mapToDouble(CallPoint::completion).toArray());
        }
        return plot;
    }

    private static String leftOut(long number, String noun, String which) {
        return number == 0 ? "" : "; " + Units.count(number, noun) + which + " left out";
    }

    private long sum(ToLongFunction<Model> figure) {
        return models.stream().mapToLong(figure).sum();
    }

    private BoxPlot runTimes() {
        BoxPlot plot = new BoxPlot(new Labels(
                TITLE_OF_RUN_TIMES,
                "model",
                "seconds (logarithmic)",
                "n: workflows; box: quartiles, line: median, whiskers: 1.5 × IQR"
                        + leftOut(sum(Model::untimed), "workflow", " without an end or a length")
                        + rest));
        models.stream()
                .filter(model -> model.seconds() != null)
                .forEach(model -> plot.add(model.name(), model.seconds()));
        return plot;
    }

    private BarPlot tokens() {
        BarPlot plot = new BarPlot(
                new Labels(
                        TITLE_PER_WORKFLOW,
                        "model",
                        "tokens per workflow, mean (logarithmic)",
                        "n: workflows, each with the sum of its calls of the model"
                                + leftOut(sum(Model::uncounted), "workflow", " of unknown tokens") + rest),
                true,
                0,
                List.of("prompt tokens", "completion tokens"));
        models.forEach(model -> plot.add(
                model.name(), "n=" + (model.workflows() - model.uncounted()), model.prompt(), model.completion()));
        return plot;
    }

    private BarPlot scores() {
        List<String> metrics =
                data.metrics().subList(0, Math.min(MOST_METRICS, data.metrics().size()));
        boolean isOneWorkflow = data.scores().stream()
                        .filter(one -> one.group() != null)
                        .map(one -> one.group().workflow())
                        .distinct()
                        .count()
                <= 1;
        long drawn = data.scores().stream()
                .limit(BarPlot.MOST_GROUPS)
                .flatMap(one -> metrics.stream().map(one.metrics()::get))
                .mapToLong(stats -> stats == null ? 0 : stats.count())
                .sum();
        BarPlot plot = new BarPlot(
                new Labels(
                        TITLE_OF_SCORES,
                        isOneWorkflow ? "model and configuration" : "model, configuration and workflow",
                        "score, mean",
                        "n = " + Units.count(drawn, "score") + "; ?: no score"
                                + (metrics.size() == data.metrics().size()
                                        ? ""
                                        : "; the first " + metrics.size() + " metrics of "
                                                + data.metrics().size())
                                + (data.scores().size() <= BarPlot.MOST_GROUPS
                                        ? ""
                                        : "; the first " + BarPlot.MOST_GROUPS + " groups of "
                                                + data.scores().size())
                                + leftOut(data.scoresUnmatched(), "score", " of workflows not in the input")),
                false,
                2,
                metrics);
        for (Scores one : data.scores()) {
            ToDoubleFunction<String> mean = metric -> {
                MetricStats stats = one.metrics().get(metric);
                return stats == null ? Double.NaN : stats.mean();
            };
            plot.add(
                    one.group() == null ? "(of no workflow)" : one.group().model(),
                    one.group() == null
                            ? ""
                            : (one.group().configuration()
                                            + (isOneWorkflow
                                                    ? ""
                                                    : " " + one.group().workflow()))
                                    .strip(),
                    metrics.stream().mapToDouble(mean).toArray());
        }
        return plot;
    }
}
