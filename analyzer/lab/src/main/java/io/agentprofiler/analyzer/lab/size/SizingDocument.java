// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.size;

import io.agentprofiler.analyzer.lab.size.Estimate.Answer;
import io.agentprofiler.analyzer.lab.size.Fit.Point;
import io.agentprofiler.analyzer.lab.size.Sizing.Targets;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What {@code size} answers: what was measured, how it grows, and how much hardware that needs. */
public final class SizingDocument {
    private static final double NANOS = 1e9;

    /** Fewer do not support a 95th percentile. */
    private static final int ENOUGH = 20;

    private SizingDocument() {}

    /**
     * Describes the answer.
     *
     * @param how where the numbers of workflows at once come from
     */
    public static Document of(Sizing sizing, String how) {
        Targets targets = sizing.targets();
        double gpus = sizing.gpus();
        Document.Builder document = Document.of("agent-profiler-sizing/1", "Sizing")
                .add(new Value(
                        "targets",
                        new Fields()
                                .put("llm_latency_p95_s", positive(targets.latency()))
                                .put("workflow_runtime_p95_s", positive(targets.runTime()))
                                .put("users", positive(targets.users()))
                                .put("measured_gpus", positive(targets.gpus()))))
                .add(new Value("gpus", known(gpus)))
                .add(new Value("gpus_whole", Double.isNaN(gpus) ? null : (long) Math.ceil(gpus)))
                .add(new Value("by_llm_latency", fields(sizing.byLatency())))
                .add(new Value("by_workflow_runtime", fields(sizing.byRunTime())))
                .add(new Value("llm_latency_fit", fields(sizing.latencyFit())))
                .add(new Value("workflow_runtime_fit", fields(sizing.runTimeFit())))
                .add(Section.titled("Measured", how, levels(sizing)));
        Section.Builder growth = Section.under("Growth", "95th percentile by workflows at once");
        fit(growth, "model call latency", sizing.latencyFit());
        fit(growth, "workflow run time", sizing.runTimeFit());
        document.add(growth.build());
        return (targets.areGiven() ? document.add(needed(sizing)) : document).build();
    }

    private static Fields fields(Estimate estimate) {
        return new Fields()
                .put("answer", estimate.answer().name().toLowerCase(Locale.ROOT))
                .put("concurrency", known(estimate.concurrency()))
                .put("gpus", known(estimate.gpus()))
                .put("note", estimate.note());
    }

    private static Fields fields(Fit fit) {
        return new Fields()
                .put("shape", fit.shape().name().toLowerCase(Locale.ROOT))
                .put("slope_s", known(fit.slope()))
                .put("intercept_s", known(fit.intercept()))
                .put("r_squared", fit.rSquared())
                .put("outliers", concurrencies(fit.outliers()))
                .put("knee", known(fit.knee()))
                .put("full", concurrencies(fit.full()))
                .put("reason", fit.reason());
    }

    static List<Integer> concurrencies(List<Point> points) {
        return points.stream().map(point -> (int) point.concurrency()).toList();
    }

    private static Double positive(double number) {
        return number > 0 ? number : null;
    }

    private static Double known(double number) {
        return Double.isFinite(number) ? number : null;
    }

    private static Table levels(Sizing sizing) {
        return Table.of("levels", sizing.levels())
                .text("concurrency", "at once", level -> Cell.count(level.concurrency()))
                .field("llm_latency_p95_s", level -> known(level.latency()))
                .field("workflow_runtime_p95_s", level -> known(level.runTime()))
                .field("total_runtime_s", level -> known(level.totalSeconds()))
                .field("workflows_per_s", level -> known(level.workflowsPerSecond()))
                .number(
                        "workflows",
                        "workflows",
                        level -> orUnknown(level.counts().workflows()))
                .number(
                        "failed",
                        "not measured",
                        level -> Cell.bad(level.counts().failed(), Emphasis.BAD))
                .dispensable(2)
                .number(
                        "model_calls",
                        "model calls",
                        level -> orUnknown(level.counts().calls()))
                .dispensable(3)
                .field("used", Level::isValid)
                .field(
                        "gpus_guess_by_llm_latency",
                        level -> known(sizing.guess(level).byLatency()))
                .field(
                        "gpus_guess_by_workflow_runtime",
                        level -> known(sizing.guess(level).byRunTime()))
                .number("latency p95", level -> Cell.words(seconds(level.latency())))
                .number("run time p95", level -> Cell.words(seconds(level.runTime())))
                .number("per second", level -> Cell.words(perSecond(level)))
                .dispensable(1)
                .text("remark", level -> Cell.words(remark(sizing, level)).with(Emphasis.DIM))
                .dispensable(4)
                .build();
    }

    /** Levels from a file may not say how many of something they are of: programs read 0 then. */
    private static Cell orUnknown(long count) {
        return (count == 0 ? Cell.unknown() : Cell.count(count)).as(count);
    }

    private static String perSecond(Level level) {
        return Double.isNaN(level.workflowsPerSecond())
                ? Units.UNKNOWN
                : String.format(Locale.ROOT, "%.3g", level.workflowsPerSecond());
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
        return level.counts().workflows() > 0 && level.counts().workflows() < ENOUGH ? "few workflows for a p95" : "";
    }

    private static boolean holds(List<Point> points, Level level) {
        return points.stream().anyMatch(point -> point.concurrency() == level.concurrency());
    }

    private static void fit(Section.Builder section, String name, Fit fit) {
        if (!fit.isKnown()) {
            section.add(new Note("!", name + ": " + fit.reason(), Emphasis.WARNING));
            return;
        }
        String line = switch (fit.shape()) {
            case LINE ->
                seconds(fit.intercept()) + " + " + seconds(fit.slope())
                        + " for each workflow at once (R² " + String.format(Locale.ROOT, "%.3f", fit.rSquared())
                        + ")";
            default -> "stays at " + seconds(fit.at(fit.largest())) + ": no slower with more at once";
        };
        section.add(new Note("-", name + ": " + line, Emphasis.DIM));
        if (!fit.full().isEmpty()) {
            section.add(new Note(
                    "!",
                    name + ": the system is full beyond " + number(fit.knee()) + " at once ("
                            + fit.full().stream()
                                    .map(point -> seconds(point.seconds()) + " at " + number(point.concurrency()))
                                    .collect(Collectors.joining(", "))
                            + ")",
                    Emphasis.WARNING));
        }
        if (!fit.outliers().isEmpty()) {
            section.add(new Note(
                    "-",
                    name + ": outliers left out of the line at "
                            + fit.outliers().stream()
                                    .map(point -> number(point.concurrency()))
                                    .collect(Collectors.joining(", ")),
                    Emphasis.DIM));
        }
    }

    private static void estimate(Section.Builder section, String name, Estimate estimate) {
        if (estimate.answer() == Answer.NOT_ASKED) {
            return;
        }
        String target = name + " of " + seconds(estimate.target()) + ": ";
        String note = estimate.note() == null ? "" : " (" + estimate.note() + ")";
        switch (estimate.answer()) {
            case UNREACHABLE ->
                section.add(new Note("!", target + "cannot be reached: " + estimate.note(), Emphasis.BAD));
            case UNKNOWN -> section.add(new Note("!", target + "no answer: " + estimate.note(), Emphasis.WARNING));
            default ->
                section.add(new Note(
                        estimate.answer() == Answer.EXTRAPOLATED ? "!" : "-",
                        target + (estimate.answer() == Answer.AT_MOST ? "at most " : "") + number(estimate.gpus())
                                + ", with " + number(estimate.concurrency()) + " at once on the measured "
                                + "system" + note,
                        estimate.answer() == Answer.EXTRAPOLATED ? Emphasis.WARNING : Emphasis.DIM));
        }
    }

    private static Section needed(Sizing sizing) {
        Targets targets = sizing.targets();
        Section.Builder section = Section.under(
                "Needed",
                "for " + number(targets.users()) + (targets.users() == 1 ? " workflow" : " workflows")
                        + " at once; measured on " + number(targets.gpus())
                        + (targets.gpus() == 1 ? " GPU or replica" : " GPUs or replicas"));
        estimate(section, "latency", sizing.byLatency());
        estimate(section, "run time", sizing.byRunTime());
        double gpus = sizing.gpus();
        return section.add(new Note(
                        "",
                        Double.isNaN(gpus)
                                ? "No number of GPUs or replicas can be given."
                                : "GPUs or replicas: " + Units.count((long) Math.ceil(gpus)),
                        Emphasis.STRONG))
                .build();
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
