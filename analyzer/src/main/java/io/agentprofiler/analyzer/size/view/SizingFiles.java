// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.size.view;

import io.agentprofiler.analyzer.output.PrivateFiles;
import io.agentprofiler.analyzer.size.Fit;
import io.agentprofiler.analyzer.size.Fit.Point;
import io.agentprofiler.analyzer.size.Level;
import io.agentprofiler.analyzer.size.Sizing;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.chart.XyPlot;
import io.agentprofiler.analyzer.view.chart.XyPlot.Style;
import io.agentprofiler.analyzer.view.json.JsonFile;
import io.agentprofiler.analyzer.view.json.JsonView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import tools.jackson.core.JsonGenerator;

/**
 * The files of {@code size}. What was measured is saved before anything is computed of it; {@code calc_runner_output.json}
 * and the two pictures have the names and the schema of NAT's sizing calculator.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class SizingFiles {
    private static final String LEVELS = "sizing.csv";
    private static final String SIZING = "sizing.json";
    private static final String NAT = "calc_runner_output.json";
    private static final String SIMPLE = "concurrency_vs_p95_simple.png";
    private static final String ANALYSIS = "concurrency_vs_p95_analysis.png";

    private final Path directory;
    private final List<Path> written = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    /**
     * Makes the directory where it does not exist.
     *
     * @throws IOException when it cannot be made
     */
    public SizingFiles(Path directory) throws IOException {
        this.directory = directory;
        PrivateFiles.directory(directory);
    }

    /** Saves what was measured. */
    public void writeLevels(List<Level> levels) throws IOException {
        Path target = directory.resolve(LEVELS);
        LevelsCsv.write(target, levels);
        written.add(target);
    }

    /** Writes what was computed of it. */
    public void write(Sizing sizing, Document answer) throws IOException {
        written.add(directory.resolve(SIZING));
        JsonView.write(answer, directory.resolve(SIZING));
        written.add(directory.resolve(NAT));
        JsonFile.write(directory.resolve(NAT), json -> nat(json, sizing));
        chart(SIMPLE, sizing, false);
        chart(ANALYSIS, sizing, true);
    }

    /** Returns the files written. */
    public List<Path> paths() {
        return List.copyOf(written);
    }

    /** Returns what could not be written though all else could, a line each. */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    private static void concurrencies(JsonGenerator json, String name, List<Point> points) {
        json.writeArrayPropertyStart(name);
        points.forEach(point -> json.writeNumber((int) point.concurrency()));
        json.writeEndArray();
    }

    /** Writes what NAT's calculator writes; where it has no number there is null. */
    private static void nat(JsonGenerator json, Sizing sizing) {
        json.writeStartObject();
        natEstimates(json, sizing.byRunTime().gpus(), sizing.byLatency().gpus());
        json.writeObjectPropertyStart("fit_results");
        natFit(json, "llm_latency_fit", sizing.latencyFit());
        natFit(json, "wf_runtime_fit", sizing.runTimeFit());
        json.writeEndObject();
        json.writeObjectPropertyStart("calc_data");
        for (Level level : sizing.levels()) {
            natLevel(json, sizing, level);
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void natEstimates(JsonGenerator json, double byRunTime, double byLatency) {
        json.writeObjectPropertyStart("gpu_estimates");
        orNull(json, "gpu_estimate_by_wf_runtime", byRunTime);
        orNull(json, "gpu_estimate_by_llm_latency", byLatency);
        json.writeEndObject();
    }

    private static void natFit(JsonGenerator json, String name, Fit fit) {
        if (!fit.isKnown()) {
            json.writeNullProperty(name);
            return;
        }
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("slope", fit.slope());
        json.writeNumberProperty("intercept", fit.intercept());
        json.writeNumberProperty("r_squared", fit.rSquared());
        concurrencies(json, "outliers_removed", fit.outliers());
        json.writeEndObject();
    }

    private static void natLevel(JsonGenerator json, Sizing sizing, Level level) {
        json.writeObjectPropertyStart(Integer.toString(level.concurrency()));
        natEstimates(json, sizing.guess(level).byRunTime(), sizing.guess(level).byLatency());
        json.writeObjectPropertyStart("alerts");
        json.writeBooleanProperty("outlier_workflow_runtime", isOutlier(sizing.runTimeFit(), level));
        json.writeBooleanProperty("outlier_llm_latency", isOutlier(sizing.latencyFit(), level));
        json.writeNumberProperty(
                "num_items_greater_than_target_latency",
                level.aboveLatency(sizing.targets().latency()));
        json.writeNumberProperty(
                "num_items_greater_than_target_runtime",
                level.aboveRunTime(sizing.targets().runTime()));
        json.writeEndObject();
        json.writeObjectPropertyStart("sizing_metrics");
        json.writeObjectPropertyStart("alerts");
        json.writeBooleanProperty("workflow_interrupted", level.interrupted());
        json.writeEndObject();
        orNull(json, "llm_latency_p95", level.latency());
        orNull(json, "workflow_runtime_p95", level.runTime());
        orNull(json, "total_runtime", level.totalSeconds());
        json.writeObjectPropertyStart("per_item_metrics");
        for (int i = 0; i < level.items().size(); i++) {
            json.writeObjectPropertyStart(Integer.toString(i));
            orNull(json, "llm_latency", level.items().get(i).latency());
            orNull(json, "workflow_runtime", level.items().get(i).runTime());
            json.writeEndObject();
        }
        json.writeEndObject();
        json.writeEndObject();
        json.writeEndObject();
    }

    private static boolean isOutlier(Fit fit, Level level) {
        return fit.outliers().stream().anyMatch(point -> point.concurrency() == level.concurrency());
    }

    private static void orNull(JsonGenerator json, String name, double number) {
        if (Double.isFinite(number)) {
            json.writeNumberProperty(name, number);
        } else {
            json.writeNullProperty(name);
        }
    }

    /** A chart needs fonts, which a small Java installation may lack: the other files are written all the same. */
    private void chart(String name, Sizing sizing, boolean lines) {
        XyPlot plot = new XyPlot(
                lines ? "p95 by concurrency, with line and target" : "p95 by concurrency",
                "workflows at once",
                "seconds (95th percentile)");
        add(
                plot,
                "workflow run time",
                0,
                sizing,
                Level::runTime,
                sizing.runTimeFit(),
                sizing.targets().runTime(),
                lines);
        add(
                plot,
                "model call latency",
                1,
                sizing,
                Level::latency,
                sizing.latencyFit(),
                sizing.targets().latency(),
                lines);
        Path target = directory.resolve(name);
        try {
            plot.write(target);
            written.add(target);
        } catch (IOException e) {
            failures.add(name + " was not written: " + e.getMessage());
        }
    }

    private static void add(
            XyPlot plot,
            String name,
            int colour,
            Sizing sizing,
            ToDoubleFunction<Level> time,
            Fit fit,
            double target,
            boolean lines) {
        double[] x = sizing.levels().stream().mapToDouble(Level::concurrency).toArray();
        double[] y = sizing.levels().stream().mapToDouble(time).toArray();
        plot.add(name, colour, lines ? Style.DOTS : Style.LINE, x, y);
        double last = x.length == 0 ? 1 : x[x.length - 1];
        if (lines && fit.isKnown()) {
            double end = fit.full().isEmpty() ? last : fit.knee();
            plot.add(name + ": line", colour, Style.DASHED, new double[] {0, end}, new double[] {
                Math.max(0, fit.at(0)), Math.max(0, fit.at(end))
            });
            if (!fit.full().isEmpty()) {
                plot.add(
                        name + ": full from " + (int) fit.full().get(0).concurrency(),
                        colour + 2,
                        Style.LINE,
                        fit.full().stream().mapToDouble(Point::concurrency).toArray(),
                        fit.full().stream().mapToDouble(Point::seconds).toArray());
            }
        }
        if (lines && target > 0) {
            plot.add(
                    name + ": target", colour + 4, Style.DASHED, new double[] {0, last}, new double[] {target, target});
        }
    }
}
