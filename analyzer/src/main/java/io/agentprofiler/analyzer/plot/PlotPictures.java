// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.plot;

import io.agentprofiler.analyzer.input.Reasons;
import io.agentprofiler.analyzer.plot.CallPoints.Point;
import io.agentprofiler.analyzer.plot.PlotData.Model;
import io.agentprofiler.analyzer.plot.PlotData.Scores;
import io.agentprofiler.analyzer.plot.PlotData.Series;
import io.agentprofiler.analyzer.score.MetricStats;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.analyzer.view.chart.BarPlot;
import io.agentprofiler.analyzer.view.chart.BoxPlot;
import io.agentprofiler.analyzer.view.chart.Labels;
import io.agentprofiler.analyzer.view.chart.Marker;
import io.agentprofiler.analyzer.view.chart.XyPlot;
import io.agentprofiler.analyzer.view.chart.XyPlot.Style;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Draws the charts as PNG files of one directory. A chart that has nothing to show is not written, and what an earlier report left
 * under its name is removed, so that it does not pass for one of this report.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class PlotPictures {
    public static final String TOKENS = "prompt_vs_completion_tokens.png";
    static final String RUN_TIMES = "workflow_runtime_by_model.png";
    static final String PER_WORKFLOW = "tokens_per_example_by_model.png";
    static final String SCORES = "scores_by_model.png";

    /** As many colours as there are. */
    private static final int MOST_METRICS = 10;

    private final Path directory;
    private final PlotData data;
    private final List<Path> written = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    public PlotPictures(Path directory, PlotData data) {
        this.directory = directory;
        this.data = data;
    }

    private interface Drawing {
        void write(Path file) throws IOException;
    }

    /**
     * Draws all that have something to show.
     *
     * @throws IOException when a picture of an earlier report cannot be removed
     */
    public void write() throws IOException {
        List<Model> models = mostCalled(data.models());
        String ofModels = models.size() == data.models().size()
                ? ""
                : "; the " + models.size() + " models of " + data.models().size() + " that most workflows called";
        String left = data.workflowsLeftOut() == 0
                ? ""
                : "; " + Units.count(data.workflowsLeftOut(), "workflow") + " that began later left out";
        draw(TOKENS, !data.calls().isEmpty(), this::calls);
        draw(
                RUN_TIMES,
                models.stream().anyMatch(model -> model.seconds() != null),
                file -> runTimes(models, ofModels + left, file));
        draw(
                PER_WORKFLOW,
                models.stream().anyMatch(model -> !Double.isNaN(model.prompt())),
                file -> tokens(models, ofModels + left, file));
        draw(SCORES, !data.scores().isEmpty(), this::scores);
    }

    /** Returns the models that most workflows called, as many as a picture has room for, in the order they had. */
    private static List<Model> mostCalled(List<Model> models) {
        List<Model> kept = models.stream()
                .sorted(Comparator.comparingLong(Model::workflows).reversed())
                .limit(BarPlot.MOST_GROUPS)
                .toList();
        return models.stream().filter(kept::contains).toList();
    }

    private void draw(String name, boolean isAnything, Drawing drawing) throws IOException {
        Path target = directory.resolve(name);
        if (!isAnything) {
            Files.deleteIfExists(target);
            return;
        }
        try {
            drawing.write(target);
            written.add(target);
        } catch (IOException e) {
            // a picture needs fonts, which a small Java installation may lack: the other files are written all the same
            failures.add(name + " was not written: " + Reasons.of(e));
        } catch (LinkageError e) {
            failures.add(name + " was not written: this Java installation lacks the module java.desktop (" + e + ")");
        }
    }

    private void calls(Path file) throws IOException {
        List<String> models =
                data.calls().stream().map(Series::model).distinct().toList();
        List<String> functions =
                data.calls().stream().map(Series::function).distinct().sorted().toList();
        long shown = data.calls().stream()
                .mapToLong(series -> series.points().size())
                .sum();
        XyPlot plot = new XyPlot(new Labels(
                "Prompt and completion tokens of model calls",
                "prompt tokens of a call",
                "completion tokens of a call",
                "n = " + Units.count(shown, "call") + ", a mark each; colour: model"
                        + (functions.size() > 1 ? "; shape: agent, tool or workflow that made the call" : "")
                        + leftOut(data.callsUnknown(), "call", " of unknown tokens")
                        + leftOut(data.callsLeftOut(), "call", " that began later")));
        for (Series series : data.calls()) {
            plot.add(
                    functions.size() > 1 && !series.function().isEmpty()
                            ? series.model() + " · " + series.function()
                            : series.model(),
                    models.indexOf(series.model()),
                    Marker.of(functions.indexOf(series.function())),
                    Style.DOTS,
                    series.points().stream().mapToDouble(Point::prompt).toArray(),
                    series.points().stream().mapToDouble(Point::completion).toArray());
        }
        plot.write(file);
    }

    private static String leftOut(long number, String noun, String which) {
        return number == 0 ? "" : "; " + Units.count(number, noun) + which + " left out";
    }

    private static long sum(List<Model> models, ToLongFunction<Model> figure) {
        return models.stream().mapToLong(figure).sum();
    }

    private static void runTimes(List<Model> models, String rest, Path file) throws IOException {
        BoxPlot plot = new BoxPlot(new Labels(
                "Run time by model, from the first call's start to the last one's end",
                "model",
                "seconds (logarithmic)",
                "n: workflows; box: quartiles, line: median, whiskers: 1.5 boxes at most"
                        + leftOut(sum(models, Model::untimed), "workflow", " without an end or a length")
                        + rest));
        models.stream()
                .filter(model -> model.seconds() != null)
                .forEach(model -> plot.add(model.name(), model.seconds()));
        plot.write(file);
    }

    private static void tokens(List<Model> models, String rest, Path file) throws IOException {
        BarPlot plot = new BarPlot(
                new Labels(
                        "Prompt and completion tokens of a workflow by model",
                        "model",
                        "tokens per workflow, mean (logarithmic)",
                        "n: workflows, each with the sum of its calls of the model"
                                + leftOut(sum(models, Model::uncounted), "workflow", " of unknown tokens") + rest),
                true,
                0,
                List.of("prompt tokens", "completion tokens"));
        models.forEach(model -> plot.add(
                model.name(), "n=" + (model.workflows() - model.uncounted()), model.prompt(), model.completion()));
        plot.write(file);
    }

    private void scores(Path file) throws IOException {
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
                        "Scores by model and configuration",
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
        plot.write(file);
    }

    public List<Path> written() {
        return List.copyOf(written);
    }

    /** Returns which pictures are missing, and why, a line each. */
    public List<String> failures() {
        return List.copyOf(failures);
    }
}
