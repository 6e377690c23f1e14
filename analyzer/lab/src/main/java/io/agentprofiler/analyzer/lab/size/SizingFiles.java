// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.size;

import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.lab.size.Fit.Point;
import io.agentprofiler.analyzer.lab.size.Level.Item;
import io.agentprofiler.analyzer.lab.size.Sizing.Targets;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.chart.Labels;
import io.agentprofiler.analyzer.view.chart.XyPlot;
import io.agentprofiler.analyzer.view.chart.XyPlot.Style;
import io.agentprofiler.analyzer.view.json.JsonView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

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
        JsonView.write(nat(sizing), directory.resolve(NAT));
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

    /** Returns what NAT's calculator writes; where it has no number there is null. */
    private static Fields nat(Sizing sizing) {
        Fields data = new Fields();
        sizing.levels().forEach(level -> data.put(Integer.toString(level.concurrency()), nat(sizing, level)));
        return new Fields()
                .put(
                        "gpu_estimates",
                        nat(sizing.byRunTime().gpus(), sizing.byLatency().gpus()))
                .put(
                        "fit_results",
                        new Fields()
                                .orNull("llm_latency_fit", nat(sizing.latencyFit()))
                                .orNull("wf_runtime_fit", nat(sizing.runTimeFit())))
                .put("calc_data", data);
    }

    private static Fields nat(double byRunTime, double byLatency) {
        return new Fields()
                .orNull("gpu_estimate_by_wf_runtime", byRunTime)
                .orNull("gpu_estimate_by_llm_latency", byLatency);
    }

    private static Fields nat(Fit fit) {
        return !fit.isKnown()
                ? null
                : new Fields()
                        .put("slope", fit.slope())
                        .put("intercept", fit.intercept())
                        .put("r_squared", fit.rSquared())
                        .put("outliers_removed", SizingDocument.concurrencies(fit.outliers()));
    }

    private static Fields nat(Sizing sizing, Level level) {
        Targets targets = sizing.targets();
        Fields items = new Fields();
        for (int i = 0; i < level.items().size(); i++) {
            Item item = level.items().get(i);
            items.put(
                    Integer.toString(i),
                    new Fields().orNull("llm_latency", item.latency()).orNull("workflow_runtime", item.runTime()));
        }
        return new Fields()
                .put(
                        "gpu_estimates",
                        nat(sizing.guess(level).byRunTime(), sizing.guess(level).byLatency()))
                .put(
                        "alerts",
                        new Fields()
                                .put("outlier_workflow_runtime", isOutlier(sizing.runTimeFit(), level))
                                .put("outlier_llm_latency", isOutlier(sizing.latencyFit(), level))
                                .put("num_items_greater_than_target_latency", level.aboveLatency(targets.latency()))
                                .put("num_items_greater_than_target_runtime", level.aboveRunTime(targets.runTime())))
                .put(
                        "sizing_metrics",
                        new Fields()
                                .put("alerts", new Fields().put("workflow_interrupted", level.interrupted()))
                                .orNull("llm_latency_p95", level.latency())
                                .orNull("workflow_runtime_p95", level.runTime())
                                .orNull("total_runtime", level.totalSeconds())
                                .put("per_item_metrics", items));
    }

    private static boolean isOutlier(Fit fit, Level level) {
        return fit.outliers().stream().anyMatch(point -> point.concurrency() == level.concurrency());
    }

    /** A chart needs fonts, which a small Java installation may lack: the other files are written all the same. */
    private void chart(String name, Sizing sizing, boolean lines) {
        XyPlot plot = new XyPlot(new Labels(
                lines ? "p95 by concurrency, with line and target" : "p95 by concurrency",
                "workflows at once",
                "seconds (95th percentile)",
                ""));
        Targets targets = sizing.targets();
        add(plot, "workflow run time", 0, sizing, Level::runTime, sizing.runTimeFit(), targets.runTime(), lines);
        add(plot, "model call latency", 1, sizing, Level::latency, sizing.latencyFit(), targets.latency(), lines);
        Path target = directory.resolve(name);
        try {
            // what an earlier run left would pass for this one's
            Files.deleteIfExists(target);
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
