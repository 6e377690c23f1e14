// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.size;

import io.agentprofiler.analyzer.size.Estimate.Answer;
import io.agentprofiler.analyzer.size.Fit.Point;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Cells;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Screen;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What {@code size} prints. */
public final class SizingReport {
    private static final double NANOS = 1e9;

    /** Fewer do not support a 95th percentile. */
    private static final int ENOUGH = 20;

    private SizingReport() {}

    /**
     * Prints the sizing.
     *
     * @param how where the numbers of workflows at once come from
     */
    public static void print(Sizing sizing, String how, Screen screen, PrintStream out) {
        Page page = new Page(screen);
        page.heading("Measured", how);
        levels(page, sizing);
        page.heading("Growth", "95th percentile by workflows at once");
        fit(page, "model call latency", sizing.latencyFit());
        fit(page, "workflow run time", sizing.runTimeFit());
        if (sizing.targets().areGiven()) {
            page.heading(
                    "Needed",
                    "for " + number(sizing.targets().users())
                            + (sizing.targets().users() == 1 ? " workflow" : " workflows") + " at once; measured on "
                            + number(sizing.targets().gpus())
                            + (sizing.targets().gpus() == 1 ? " GPU or replica" : " GPUs or replicas"));
            estimate(page, "latency", sizing.byLatency());
            estimate(page, "run time", sizing.byRunTime());
            verdict(page, sizing);
        }
        page.print(out);
    }

    private static void levels(Page page, Sizing sizing) {
        Grid table = new Grid(
                page.screen(),
                Column.text("at once"),
                Column.number("workflows"),
                Column.number("failed").dispensable(2),
                Column.number("model calls").dispensable(3),
                Column.number("latency p95"),
                Column.number("run time p95"),
                Column.number("per second").dispensable(1),
                Column.text("remark").dispensable(4));
        for (Level level : sizing.levels()) {
            table.row(
                    Cell.of(Units.count(level.concurrency())),
                    level.workflows() == 0 ? Cell.of(Units.UNKNOWN) : Cell.of(Units.count(level.workflows())),
                    Cells.bad(level.failed(), Ink.RED),
                    level.calls() == 0 ? Cell.of(Units.UNKNOWN) : Cell.of(Units.count(level.calls())),
                    Cell.of(seconds(level.latency())),
                    Cell.of(seconds(level.runTime())),
                    Cell.of(
                            Double.isNaN(level.workflowsPerSecond())
                                    ? Units.UNKNOWN
                                    : String.format(Locale.ROOT, "%.3g", level.workflowsPerSecond())),
                    Cell.of(remark(sizing, level), Ink.DIM));
        }
        page.table(table);
    }

    private static String remark(Sizing sizing, Level level) {
        if (level.interrupted()) {
            return "cut off, not used";
        }
        if (!level.isValid()) {
            return "not used: nothing was measured";
        }
        if (holds(sizing.runTimeFit().full(), level)
                || holds(sizing.latencyFit().full(), level)) {
            return "the system is full";
        }
        if (holds(sizing.runTimeFit().outliers(), level)
                || holds(sizing.latencyFit().outliers(), level)) {
            return "outlier";
        }
        return level.workflows() > 0 && level.workflows() < ENOUGH ? "few workflows for a p95" : "";
    }

    private static boolean holds(List<Point> points, Level level) {
        return points.stream().anyMatch(point -> point.concurrency() == level.concurrency());
    }

    private static void fit(Page page, String name, Fit fit) {
        if (!fit.isKnown()) {
            page.note("!", name + ": " + fit.reason(), Ink.YELLOW);
            return;
        }
        String line = switch (fit.shape()) {
            case LINE ->
                seconds(fit.intercept()) + " + " + seconds(fit.slope())
                        + " for each workflow at once (R² " + String.format(Locale.ROOT, "%.3f", fit.rSquared())
                        + ")";
            default -> "stays at " + seconds(fit.at(fit.largest())) + ": no slower with more at once";
        };
        page.note("-", name + ": " + line, Ink.DIM);
        if (!fit.full().isEmpty()) {
            page.note(
                    "!",
                    name + ": the system is full beyond " + number(fit.knee()) + " at once ("
                            + fit.full().stream()
                                    .map(point -> seconds(point.seconds()) + " at " + number(point.concurrency()))
                                    .collect(Collectors.joining(", "))
                            + ")",
                    Ink.YELLOW);
        }
        if (!fit.outliers().isEmpty()) {
            page.note(
                    "-",
                    name + ": outliers left out of the line at "
                            + fit.outliers().stream()
                                    .map(point -> number(point.concurrency()))
                                    .collect(Collectors.joining(", ")),
                    Ink.DIM);
        }
    }

    private static void estimate(Page page, String name, Estimate estimate) {
        if (estimate.answer() == Answer.NOT_ASKED) {
            return;
        }
        String target = name + " of " + seconds(estimate.target()) + ": ";
        String note = estimate.note() == null ? "" : " (" + estimate.note() + ")";
        switch (estimate.answer()) {
            case UNREACHABLE -> page.note("!", target + "cannot be reached: " + estimate.note(), Ink.RED);
            case UNKNOWN -> page.note("!", target + "no answer: " + estimate.note(), Ink.YELLOW);
            default ->
                page.note(
                        estimate.answer() == Answer.EXTRAPOLATED ? "!" : "-",
                        target + (estimate.answer() == Answer.AT_MOST ? "at most " : "") + number(estimate.gpus())
                                + ", with " + number(estimate.concurrency()) + " at once on the measured "
                                + "system" + note,
                        estimate.answer() == Answer.EXTRAPOLATED ? Ink.YELLOW : Ink.DIM);
        }
    }

    private static void verdict(Page page, Sizing sizing) {
        double gpus = sizing.gpus();
        page.line(
                Double.isNaN(gpus)
                        ? page.paint("No number of GPUs or replicas can be given.", Ink.BOLD)
                        : page.paint("GPUs or replicas: " + Units.count((long) Math.ceil(gpus)), Ink.BOLD));
    }

    private static String seconds(double seconds) {
        return Double.isNaN(seconds)
                ? Units.UNKNOWN
                : seconds < 0 ? "-" + Units.duration(-seconds * NANOS) : Units.duration(seconds * NANOS);
    }

    private static String number(double number) {
        return number == Math.rint(number) ? Units.count((long) number) : String.format(Locale.ROOT, "%,.1f", number);
    }
}
