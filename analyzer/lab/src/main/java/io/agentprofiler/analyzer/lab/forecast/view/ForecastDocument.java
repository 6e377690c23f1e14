// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.view;

import io.agentprofiler.analyzer.lab.forecast.Fitted;
import io.agentprofiler.analyzer.lab.forecast.ForecastModel.TargetModel;
import io.agentprofiler.analyzer.lab.forecast.Forecasts;
import io.agentprofiler.analyzer.lab.forecast.Forecasts.TargetScore;
import io.agentprofiler.analyzer.lab.forecast.Forecasts.TargetScore.Score;
import io.agentprofiler.analyzer.lab.forecast.Target;
import io.agentprofiler.analyzer.lab.forecast.stage.PublishedScores;
import io.agentprofiler.analyzer.lab.forecast.stage.StageTrainer;
import io.agentprofiler.analyzer.lab.forecast.view.StageSections.PublishedSection;
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

/** What {@code forecast} answers: how well each target was forecast, beside the naive forecasts. */
public final class ForecastDocument {
    private static final double NANOS = 1e9;

    private ForecastDocument() {}

    /**
     * Describes the answer.
     *
     * @param split which workflows trained the model and which were forecast
     * @param stages what is told of workflows that go on, {@code null} if nothing
     * @param staged how many workflows there were for that
     * @param published how the forecasts did that agents published, {@code null} if none did
     * @param data what is missing of the recording
     */
    public static Document of(
            Forecasts forecasts,
            String split,
            StageTrainer.Result stages,
            int staged,
            PublishedScores published,
            List<Section> data) {
        Fields missing = new Fields();
        forecasts.missing().forEach((target, reason) -> missing.put(target.word(), reason));
        Document.Builder document = Document.of("agent-profiler-forecast/1", "Forecasts")
                .add(new Value("seed", Long.toString(forecasts.model().seed())))
                .add(new Value("trained_workflows", forecasts.model().workflows()))
                .add(new Value("interval_level", Fitted.LEVEL))
                .add(new Value(
                        "targets",
                        forecasts.scores().stream()
                                .map(ForecastDocument::fields)
                                .toList()))
                .add(new Value("missing", missing))
                .add(Section.titled("Forecasts", split));
        forecasts.scores().forEach(score -> document.add(section(score, forecasts)));
        forecasts
                .missing()
                .forEach((target, reason) ->
                        document.add(Section.titled(title(target), "", new Note("!", reason, Emphasis.WARNING))));
        document.add(StageSections.of(stages, staged));
        if (published != null) {
            document.add(PublishedSection.of(published));
        }
        return document.addAll(data).build();
    }

    private static Fields fields(TargetScore target) {
        return new Fields()
                .put("target", target.target().word())
                .put("unit", target.target().unit())
                .put("samples", target.samples())
                .put("workflows", target.workflows())
                .put("mean", target.mean())
                .put("best", target.best())
                .put("verdict", target.verdict().name().toLowerCase(Locale.ROOT))
                .put(
                        "predictors",
                        target.scores().stream()
                                .map(score -> new Fields()
                                        .put("kind", score.predictor())
                                        .put("mean_absolute_error", score.error())
                                        .put("interval_coverage", score.coverage())
                                        .put("interval_mean_width", score.width()))
                                .toList());
    }

    private static String title(Target target) {
        return switch (target) {
            case INPUT_TOKENS -> "Input tokens of the next model call, told after each model call";
            case OUTPUT_TOKENS -> "Output tokens of the next model call, told after each model call";
            case GAP -> "Time to the next model call";
            case RUN_TIME -> "Run time of the workflow, told after its first model call";
        };
    }

    private static Section section(TargetScore score, Forecasts forecasts) {
        TargetModel model = forecasts.model().targets().stream()
                .filter(one -> one.target() == score.target())
                .findFirst()
                .orElseThrow();
        Section.Builder section = Section.under(
                        title(score.target()),
                        Units.count(score.samples(), "forecast") + " in " + Units.count(score.workflows(), "workflow")
                                + ", mean " + value(score.target(), score.mean()))
                .add(table(score))
                .add(verdict(score));
        if (model.leftOut() > 0) {
            section.add(new Note(
                    "-",
                    "trained on the latest " + Units.count(model.samples()) + " samples; "
                            + Units.count(model.leftOut(), "earlier one") + " left out",
                    Emphasis.DIM));
        }
        return section.build();
    }

    private static Table table(TargetScore score) {
        return Table.of(null, score.scores())
                .text("model", row -> Cell.words(name(row.predictor())).with(emphasis(row, score)))
                .number(
                        "mean error",
                        row -> Cell.words(value(score.target(), row.error())).with(emphasis(row, score)))
                .number("of the mean", row -> Cell.share(row.error(), score.mean()))
                .dispensable(1)
                .number(
                        "in the " + Math.round(Fitted.LEVEL * 100) + " % interval",
                        row -> Cell.share(row.coverage(), 1))
                .number("its width", row -> Cell.words(value(score.target(), row.width())))
                .dispensable(2)
                .text(
                        "",
                        row -> Cell.words(isBest(row, score) ? "chosen by the training" : "")
                                .with(Emphasis.DIM))
                .dispensable(3)
                .build();
    }

    private static boolean isBest(Score row, TargetScore score) {
        return row.predictor().equals(score.best());
    }

    private static Emphasis emphasis(Score row, TargetScore score) {
        return isBest(row, score) ? Emphasis.STRONG : Emphasis.PLAIN;
    }

    private static String name(String predictor) {
        return switch (predictor) {
            case "last" -> "same as last";
            case "mean" -> "mean of the training";
            case "forest" -> "random forest";
            default -> predictor;
        };
    }

    private static Note verdict(TargetScore score) {
        double naive = Math.min(score.score("last").error(), score.score("mean").error());
        double error = score.score(score.best()).error();
        String best = name(score.best());
        String less = Units.share(naive - error, naive);
        return switch (score.verdict()) {
            case BETTER -> new Note("-", best + " beats the naive forecast: " + less + " less error", Emphasis.DIM);
            case UNCLEAR ->
                new Note(
                        "!",
                        best + " does not beat the naive forecast by more than chance: its error is " + less + " less",
                        Emphasis.WARNING);
            case NOT_BETTER -> new Note("!", best + " does not beat the naive forecast", Emphasis.WARNING);
            case NAIVE ->
                new Note(
                        "!",
                        "no model beat the naive forecast already in training: " + best + " is used",
                        Emphasis.WARNING);
        };
    }

    private static String value(Target target, double value) {
        return target.unit().equals("seconds")
                ? Units.duration(value * NANOS)
                : String.format(Locale.ROOT, value < 100 ? "%,.1f" : "%,.0f", value);
    }
}
