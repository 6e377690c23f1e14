// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.view;

import io.agentprofiler.analyzer.lab.forecast.Fitted;
import io.agentprofiler.analyzer.lab.forecast.stage.PublishedScores;
import io.agentprofiler.analyzer.lab.forecast.stage.PublishedScores.PublishedTarget;
import io.agentprofiler.analyzer.lab.forecast.stage.StageTrainer;
import io.agentprofiler.analyzer.lab.forecast.stage.StageTrainer.StageScore;
import io.agentprofiler.analyzer.lab.forecast.stage.StageTrainer.StageScore.KindScore;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.forecast.Forecast;
import io.agentprofiler.shared.forecast.StageTarget;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Locale;

/** How forecasts of workflows that go on did, at every stage. */
final class StageSections {
    private static final double NANOS = 1e9;
    private static final double FEW = 100;

    private StageSections() {}

    static Section of(StageTrainer.Result stages, int workflows) {
        Section.Builder section =
                Section.under("Workflows that go on", "at every stage: when they begin, and after each call");
        if (stages == null) {
            return section.add(new Note(
                            "!",
                            "too few to learn from: " + workflows + " of " + StageTrainer.MIN_WORKFLOWS
                                    + " workflows that succeeded",
                            Emphasis.WARNING))
                    .build();
        }
        section.add(new Value("stages", fields(stages)));
        stages.scores().forEach(score -> section.add(section(score)));
        stages.unknownCosts()
                .forEach((name, costs) -> section.add(new Note(
                        "!",
                        "no cost to go for " + name + ": the cost is unknown in "
                                + Units.count(costs.unknown()) + " of "
                                + Units.count(costs.workflows(), "workflow")
                                + ". tokens lists the calls without a price or usage",
                        Emphasis.WARNING)));
        return section.add(Facts.about("Next tool  ")
                        .add("told " + Units.count(stages.toolForecasts(), "time") + " in "
                                + Units.count(stages.forecast(), "workflow"))
                        .add(Units.share(stages.toolHits(), stages.toolForecasts()) + " right")
                        .add(Units.share(stages.usualHits(), stages.toolForecasts())
                                + " by always telling the most frequent")
                        .build())
                .build();
    }

    private static Section section(StageScore score) {
        KindScore best = score.score(score.best());
        KindScore naive = score.scores().stream()
                .filter(one -> isNaive(one.kind()))
                .min(Comparator.comparingDouble(KindScore::error))
                .orElse(null);
        Section.Builder section = Section.under(
                        score.target().title() + ", at every stage",
                        Units.count(score.samples(), "forecast") + " in " + Units.count(score.workflows(), "workflow")
                                + ", mean " + value(score.target(), score.mean()))
                .add(table(score));
        if (naive != null) {
            section.add(verdict(score, best, naive));
        }
        return section.build();
    }

    private static boolean isNaive(String kind) {
        return kind.equals("last") || kind.equals("mean") || kind.equals("position");
    }

    private static Note verdict(StageScore score, KindScore best, KindScore naive) {
        if (isNaive(best.kind())) {
            return new Note(
                    "!",
                    "nothing that was learned beat the naive forecast on the earlier workflows: " + name(best.kind())
                            + " is used",
                    Emphasis.WARNING);
        }
        return best.error() < naive.error()
                ? new Note(
                        "-",
                        name(best.kind()) + " beats the best naive forecast, " + name(naive.kind()) + ": "
                                + Units.share(naive.error() - best.error(), naive.error()) + " less error",
                        Emphasis.DIM)
                : new Note(
                        "!",
                        name(best.kind()) + " was better on the earlier workflows, but on the later ones "
                                + name(naive.kind()) + " is",
                        Emphasis.WARNING);
    }

    private static Table table(StageScore score) {
        return Table.of(null, score.scores())
                .text("forecast", row -> Cell.words(name(row.kind())).with(emphasis(row, score)))
                .number(
                        "mean error",
                        row -> Cell.words(value(score.target(), row.error())).with(emphasis(row, score)))
                .number(
                        "in the " + Math.round(Fitted.LEVEL * 100) + " % interval",
                        row -> Double.isNaN(row.coverage()) ? Cell.EMPTY : Cell.share(row.coverage(), 1))
                .number("its width", row -> Cell.words(value(score.target(), row.width())))
                .dispensable(2)
                .number("stages with one", row -> Cell.share(row.told(), 1))
                .dispensable(1)
                .text(
                        "",
                        row -> Cell.words(row.kind().equals(score.best()) ? "used" : "")
                                .with(Emphasis.DIM))
                .build();
    }

    private static Emphasis emphasis(KindScore row, StageScore score) {
        return row.kind().equals(score.best()) ? Emphasis.STRONG : Emphasis.PLAIN;
    }

    private static String name(String kind) {
        return switch (kind) {
            case "last" -> "same as last";
            case "mean" -> "mean of all stages";
            case "position" -> "mean after as many calls";
            case StageTrainer.STAGE -> "median at the same stage";
            default -> "weighted sum";
        };
    }

    static String value(StageTarget target, double value) {
        if (Double.isNaN(value)) {
            return Units.UNKNOWN;
        }
        return switch (target) {
            case SECONDS -> Units.duration(value * NANOS);
            case USD -> Units.money(BigDecimal.valueOf(value));
            case CALLS, INPUT, OUTPUT -> String.format(Locale.ROOT, value < FEW ? "%,.1f" : "%,.0f", value);
        };
    }

    private static Fields fields(StageTrainer.Result stages) {
        return new Fields()
                .put("trained_workflows", stages.model().workflows())
                .put("unknown_costs", unknownCosts(stages))
                .put("forecast_workflows", stages.forecast())
                .put(
                        "targets",
                        stages.scores().stream().map(StageSections::fields).toList())
                .put(
                        "next_tool",
                        new Fields()
                                .put("forecasts", stages.toolForecasts())
                                .put("right", stages.toolHits())
                                .put("right_by_most_frequent", stages.usualHits()));
    }

    private static Object unknownCosts(StageTrainer.Result stages) {
        return stages.unknownCosts().isEmpty()
                ? null
                : stages.unknownCosts().entrySet().stream()
                        .map(name -> new Fields()
                                .put("workflow", name.getKey())
                                .put("unknown", name.getValue().unknown())
                                .put("workflows", name.getValue().workflows()))
                        .toList();
    }

    private static Fields fields(StageScore score) {
        return new Fields()
                .put("target", score.target().word())
                .put("unit", score.target().unit())
                .put("samples", score.samples())
                .put("workflows", score.workflows())
                .put("mean", score.mean())
                .put("best", score.best())
                .put(
                        "forecasts",
                        score.scores().stream()
                                .map(one -> new Fields()
                                        .put("kind", one.kind())
                                        .put("mean_absolute_error", known(one.error()))
                                        .put("interval_share", one.told())
                                        .put("interval_coverage", known(one.coverage()))
                                        .put("interval_mean_width", known(one.width())))
                                .toList());
    }

    private static Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }

    /** How the forecasts did that the agent published while the workflows went on. */
    static final class PublishedSection {
        private PublishedSection() {}

        static Section of(PublishedScores scores) {
            Section.Builder section = Section.under(
                            "Published by the agent",
                            Units.count(scores.published(), "forecast") + ", " + Units.count(scores.compared())
                                    + " compared with what then happened, in "
                                    + Units.count(scores.workflows(), "workflow"))
                    .add(new Value("published", fields(scores)));
            if (scores.compared() == 0) {
                return section.add(new Note("!", "the input holds none of their workflows whole", Emphasis.WARNING))
                        .build();
            }
            section.add(Table.of(null, scores.targets())
                    .text("forecast", row -> Cell.words(row.target().title()))
                    .number("told", row -> Cell.count(row.forecasts()))
                    .number("mean error", row -> Cell.words(StageSections.value(row.target(), row.error())))
                    .number("mean", row -> Cell.words(StageSections.value(row.target(), row.mean())))
                    .dispensable(1)
                    .number("with an interval", row -> Cell.count(row.intervals()))
                    .number("held", row -> Cell.count(row.held()))
                    .number(
                            "of " + Math.round(Forecast.LEVEL * 100) + " %",
                            row -> row.intervals() == 0 ? Cell.EMPTY : Cell.share(row.held(), row.intervals()))
                    .number("its width", row -> Cell.words(StageSections.value(row.target(), row.width())))
                    .dispensable(2)
                    .build());
            if (scores.tools() > 0) {
                section.add(Facts.about("Next tool  ")
                        .add("told " + Units.count(scores.tools(), "time"))
                        .add(Units.share(scores.toolHits(), scores.tools()) + " right")
                        .build());
            }
            return section.build();
        }

        private static Fields fields(PublishedScores scores) {
            return new Fields()
                    .put("forecasts", scores.published())
                    .put("compared", scores.compared())
                    .put("workflows", scores.workflows())
                    .put(
                            "targets",
                            scores.targets().stream()
                                    .map(PublishedSection::fields)
                                    .toList())
                    .put(
                            "next_tool",
                            new Fields().put("forecasts", scores.tools()).put("right", scores.toolHits()));
        }

        private static Fields fields(PublishedTarget target) {
            return new Fields()
                    .put("target", target.target().word())
                    .put("unit", target.target().unit())
                    .put("forecasts", target.forecasts())
                    .put("mean", target.mean())
                    .put("mean_absolute_error", target.error())
                    .put("intervals", target.intervals())
                    .put("held", target.held())
                    .put("interval_mean_width", Double.isNaN(target.width()) ? null : target.width());
        }
    }
}
