// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.forecast.view;

import io.agentprofiler.analyzer.forecast.Forecasts;
import io.agentprofiler.analyzer.forecast.Target;
import io.agentprofiler.analyzer.forecast.TargetModel;
import io.agentprofiler.analyzer.forecast.TargetScore;
import io.agentprofiler.analyzer.forecast.TargetScore.Score;
import io.agentprofiler.analyzer.forecast.predict.Fitted;
import io.agentprofiler.analyzer.view.Units;
import io.agentprofiler.analyzer.view.terminal.Grid;
import io.agentprofiler.analyzer.view.terminal.Grid.Cell;
import io.agentprofiler.analyzer.view.terminal.Grid.Column;
import io.agentprofiler.analyzer.view.terminal.Ink;
import io.agentprofiler.analyzer.view.terminal.Page;
import io.agentprofiler.analyzer.view.terminal.Screen;
import java.io.PrintStream;
import java.util.Locale;

/** What {@code forecast} prints. */
public final class ForecastReport {
    private static final double NANOS = 1e9;

    private ForecastReport() {}

    /**
     * Prints the scores.
     *
     * @param split which workflows trained and which were told
     */
    public static void print(Forecasts forecasts, String split, Screen screen, PrintStream out) {
        Page page = new Page(screen);
        page.heading("Forecasts", split);
        for (TargetScore score : forecasts.scores()) {
            target(page, score, forecasts);
        }
        forecasts.missing().forEach((target, reason) -> {
            page.line("");
            page.line(title(target));
            page.note("!", reason, Ink.YELLOW);
        });
        page.print(out);
    }

    private static String title(Target target) {
        return switch (target) {
            case INPUT_TOKENS -> "Input tokens of the next model call";
            case OUTPUT_TOKENS -> "Output tokens of the next model call";
            case GAP -> "Time to the next model call";
            case RUN_TIME -> "Run time of the workflow, told after its first model call";
        };
    }

    private static void target(Page page, TargetScore score, Forecasts forecasts) {
        page.line("");
        page.line(title(score.target())
                + page.paint(
                        "  " + Units.count(score.samples(), "forecast") + " in "
                                + Units.count(score.workflows(), "workflow") + ", mean "
                                + value(score.target(), score.mean()),
                        Ink.DIM));
        Grid table = new Grid(
                page.screen(),
                Column.text("model"),
                Column.number("mean error"),
                Column.number("of the mean").dispensable(1),
                Column.number("in the " + Math.round(Fitted.LEVEL * 100) + " % interval"),
                Column.number("its width").dispensable(2),
                Column.text("").dispensable(3));
        for (Score one : score.scores()) {
            boolean best = one.predictor().equals(score.best());
            Ink ink = best ? Ink.BOLD : Ink.PLAIN;
            table.row(
                    Cell.of(name(one.predictor()), ink),
                    Cell.of(value(score.target(), one.error()), ink),
                    Cell.of(Units.share(one.error(), score.mean())),
                    Cell.of(Units.share(one.coverage(), 1)),
                    Cell.of(value(score.target(), one.width())),
                    Cell.of(best ? "chosen by the training" : "", Ink.DIM));
        }
        page.table(table);
        verdict(page, score);
        TargetModel model = forecasts.model().targets().stream()
                .filter(one -> one.target() == score.target())
                .findFirst()
                .orElseThrow();
        if (model.leftOut() > 0) {
            page.note(
                    "-",
                    "trained on the latest " + Units.count(model.samples()) + " samples; "
                            + Units.count(model.leftOut(), "earlier one") + " left out",
                    Ink.DIM);
        }
    }

    private static String name(String predictor) {
        return switch (predictor) {
            case "last" -> "same as last";
            case "mean" -> "mean of the training";
            case "forest" -> "random forest";
            default -> predictor;
        };
    }

    private static void verdict(Page page, TargetScore score) {
        double naive = Math.min(score.score("last").error(), score.score("mean").error());
        double error = score.score(score.best()).error();
        String best = name(score.best());
        switch (score.verdict()) {
            case BETTER ->
                page.note(
                        "-",
                        best + " beats the naive forecast: " + Units.share(naive - error, naive) + " less error",
                        Ink.DIM);
            case UNCLEAR ->
                page.note(
                        "!",
                        best + " does not beat the naive forecast by more than chance: its error is "
                                + Units.share(naive - error, naive) + " less",
                        Ink.YELLOW);
            case NOT_BETTER -> page.note("!", best + " does not beat the naive forecast", Ink.YELLOW);
            default ->
                page.note(
                        "!", "no model beat the naive forecast already in training: " + best + " is used", Ink.YELLOW);
        }
    }

    private static String value(Target target, double value) {
        return target.unit().equals("seconds")
                ? Units.duration(value * NANOS)
                : String.format(Locale.ROOT, value < 100 ? "%,.1f" : "%,.0f", value);
    }
}
