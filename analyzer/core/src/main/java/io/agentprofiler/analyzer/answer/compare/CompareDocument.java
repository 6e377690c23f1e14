// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.compare;

import io.agentprofiler.analyzer.answer.compare.Advice.Priority;
import io.agentprofiler.analyzer.answer.compare.ComparedLog.CallCounts;
import io.agentprofiler.analyzer.answer.compare.Objective.ObjectiveKind;
import io.agentprofiler.analyzer.answer.compare.PairTest.PairVerdict;
import io.agentprofiler.analyzer.answer.compare.Standings.FrontPlace;
import io.agentprofiler.analyzer.answer.compare.Standings.Standing;
import io.agentprofiler.analyzer.answer.tokens.CostFields;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.ConfidenceInterval.Interval;
import io.agentprofiler.analyzer.trace.metric.AttributeKey;
import io.agentprofiler.analyzer.trace.metric.workflow.WorkflowEnd;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Scatter;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

/** What {@code compare} answers. */
final class CompareDocument {
    private static final String FORMAT = "agent-profiler-compare/1";
    private static final int METRICS = 4;

    private final Standings standings;

    private CompareDocument(Standings standings) {
        this.standings = standings;
    }

    /**
     * Describes the answer.
     *
     * @param key the attribute that tells the alternatives apart, {@code null} for none
     * @param unmatched how many scores are of workflows that were not read
     * @param dataNotes what is missing in the data, a sentence each
     */
    static Document of(Standings standings, AttributeKey key, PriceList prices, int unmatched, List<String> dataNotes) {
        CompareDocument document = new CompareDocument(standings);
        String sentence = Advice.sentence(standings);
        Section.Builder advice = Section.under("Which one?", "")
                .add(new Value("advice", sentence))
                .add(new Value("open", Advice.open(standings)))
                .add(new Value(
                        "priorities",
                        Advice.priorities(standings).stream()
                                .map(document::fields)
                                .toList()))
                .add(new Note(
                        "Answer:",
                        (sentence == null ? "Nothing differs that could be compared." : sentence)
                                + (document.knowsQuality() ? "" : " Quality is not known."),
                        Emphasis.PLAIN));
        Advice.open(standings).forEach(open -> advice.add(new Note("Open:", open, Emphasis.PLAIN)));
        Document.Builder made = Document.of(FORMAT, "Comparison of alternatives")
                .add(new Value("prices", CostFields.of(prices)))
                .add(new Value("by", key == null ? null : key.word()))
                .add(advice.build())
                .add(document.table())
                .add(document.pairs());
        Scatter chart = document.chart();
        if (chart != null) {
            made.add(chart);
        }
        List<String> notes = document.notes(unmatched);
        notes.addAll(dataNotes);
        return made.add(new Notes("data_notes", "!", notes, Emphasis.WARNING)).build();
    }

    private boolean knowsQuality() {
        return standings.objectives().stream().anyMatch(objective -> objective.kind() == ObjectiveKind.QUALITY);
    }

    private List<String> notes(int unmatched) {
        List<String> notes = new ArrayList<>();
        List<Alternative> all = standings.alternatives();
        if (!knowsQuality()) {
            notes.add("no scores, so quality is not compared: no evaluation was recorded, and no file was given with"
                    + " --scores");
        }
        if (unmatched > 0) {
            notes.add(Units.count(unmatched, "score") + " of workflows that are not in the input");
        }
        if (all.stream().map(Alternative::tasks).distinct().count() > 1) {
            notes.add("the alternatives ran different workflows, or not equally many of each name, which alone may make"
                    + " them differ");
        }
        if (standings.tests().stream().anyMatch(test -> test.verdict() == PairVerdict.TOO_FEW)) {
            notes.add(
                    "too few workflows to tell some differences from noise: at least 4 of each alternative are needed,"
                            + " 10 are better");
        }
        for (Alternative one : all) {
            long unpriced = one.workflows() - one.values(Objective.COST).length;
            if (unpriced > 0) {
                notes.add(one.name() + ": no cost of " + Units.count(unpriced, "workflow")
                        + " is known, because the price of a model call is not");
            }
        }
        return notes;
    }

    private Fields fields(Priority priority) {
        return new Fields()
                .put("objective", priority.objective().kind().word())
                .put("metric", metric(priority.objective()))
                .put("take", priority.taken() < 0 ? null : name(priority.taken()))
                .put("best", name(priority.best()))
                .put("may_be_best", priority.open().stream().map(this::name).toList())
                .put(
                        "decided_by",
                        priority.decided() == null
                                ? null
                                : priority.decided().kind().word());
    }

    private static String metric(Objective objective) {
        return objective.metric().isEmpty() ? null : objective.metric();
    }

    private String name(int place) {
        return standings.alternatives().get(place).name();
    }

    private Alternative at(int place) {
        return standings.alternatives().get(place);
    }

    private Table table() {
        List<Objective> qualities = standings.objectives().stream()
                .filter(objective -> objective.kind() == ObjectiveKind.QUALITY)
                .toList();
        Table.Builder<Integer> table = Table.of(
                        "alternatives",
                        IntStream.range(0, standings.alternatives().size())
                                .boxed()
                                .toList())
                .heading("Alternatives", "figures of a workflow, with 95 % intervals")
                .text("name", "alternative", place -> Cell.name(name(place)))
                .field(
                        "input",
                        place -> at(place).input().isEmpty() ? null : at(place).input())
                .field("models", place -> at(place).uses().models())
                .field(
                        "configuration",
                        place -> at(place).uses().configuration().isEmpty()
                                ? null
                                : at(place).uses().configuration())
                .text("standing", "standing", this::standing)
                .field(
                        "dominated_by",
                        place -> standings.of(place).place() == FrontPlace.DOMINATED
                                ? name(standings.of(place).by())
                                : null)
                .number("workflows", "n", place -> Cell.count(at(place).workflows()));
        table.field(
                "quality",
                place -> qualities.stream()
                        .filter(metric -> at(place).figure(metric).isKnown())
                        .map(metric -> fields(at(place).figure(metric)).put("metric", metric.metric()))
                        .toList());
        for (Objective metric : qualities.subList(0, Math.min(METRICS, qualities.size()))) {
            figure(
                    table,
                    null,
                    metric.metric(),
                    5,
                    place -> at(place).figure(metric),
                    value -> Advice.text(metric, value));
        }
        table.field("run_time_ns", place -> Fields.of(at(place).runTimes()));
        figure(table, "run_time_p50_ns", "p50", 6, place -> at(place).figure(Objective.SPEED), Units::duration);
        figure(table, "run_time_p95_ns", "p95", 8, place -> at(place).slowest(), Units::duration);
        figure(table, "tokens", "tokens", 9, place -> at(place).tokens(), value -> Units.count(Math.round(value)));
        figure(table, "cost_usd", "cost", 5, place -> at(place).figure(Objective.COST), CompareDocument::money);
        figure(
                table,
                "failed",
                "failed",
                10,
                place -> at(place).figure(Objective.FAILURES),
                value -> Units.share(value, 1));
        figure(
                table,
                "ok_with_failures",
                WorkflowEnd.Ending.OK_WITH_FAILURES.words(),
                11,
                place -> at(place).okWithFailures(),
                value -> Units.share(value, 1));
        table.field("model_calls", place -> calls(place).models())
                .number(
                        "calls_offering_tools",
                        "offered tools",
                        place -> Cell.count(calls(place).offering()))
                .dispensable(3)
                .number(
                        "tool_calls",
                        "tool calls",
                        place -> Cell.count(calls(place).tools()))
                .dispensable(3);
        figure(table, "tool_calls_failed", "tools failed", 11, this::failedTools, value -> Units.share(value, 1));
        figure(table, "answers_cut", "cut", 11, this::cut, value -> Units.share(value, 1));
        return table.build();
    }

    /**
     * Returns each alternative's quality, or median run time where no score is known, against its cost, by the size of its slow
     * workflows; {@code null} where fewer than two have the figures.
     */
    private Scatter chart() {
        Objective up = standings.objectives().stream()
                .filter(objective -> objective.kind() == ObjectiveKind.QUALITY)
                .findFirst()
                .orElse(Objective.SPEED);
        List<Scatter.Dot> dots = new ArrayList<>();
        for (int place = 0; place < standings.alternatives().size(); place++) {
            ComparedFigure cost = at(place).figure(Objective.COST);
            ComparedFigure height = at(place).figure(up);
            ComparedFigure slow = at(place).slowest();
            if (cost.isKnown() && height.isKnown() && slow.isKnown() && height.value() >= 0) {
                dots.add(new Scatter.Dot(
                        name(place),
                        cost.value(),
                        height.value(),
                        slow.value(),
                        Advice.text(up, height.value()) + ", " + money(cost.value()) + ", p95 "
                                + Units.duration(slow.value()),
                        switch (standings.of(place).place()) {
                            case FRONT -> Emphasis.GOOD;
                            case DOMINATED -> Emphasis.DIM;
                            case OPEN -> Emphasis.WARNING;
                        }));
            }
        }
        return dots.size() < 2
                ? null
                : new Scatter(
                        (up.kind() == ObjectiveKind.QUALITY ? up.metric() : "Median run time") + " against cost",
                        "the larger a circle, the longer the slow workflows take (p95)",
                        new Scatter.Scale("mean cost of a workflow", CompareDocument::money),
                        up.kind() == ObjectiveKind.QUALITY
                                ? new Scatter.Scale(up.metric(), value -> Advice.text(up, value))
                                : new Scatter.Scale("p50", Units::duration),
                        dots);
    }

    private static String money(double usd) {
        return Units.money(BigDecimal.valueOf(usd));
    }

    private CallCounts calls(int place) {
        return at(place).calls();
    }

    private ComparedFigure failedTools(int place) {
        return ComparedFigure.share(calls(place).failedTools(), calls(place).tools());
    }

    private ComparedFigure cut(int place) {
        return ComparedFigure.share(calls(place).cut(), calls(place).models());
    }

    private Cell standing(int place) {
        Standing standing = standings.of(place);
        return switch (standing.place()) {
            case FRONT -> Cell.words("front").with(Emphasis.GOOD);
            case DOMINATED ->
                Cell.words("dominated by " + name(standing.by()))
                        .as(standing.place().word());
            case OPEN -> Cell.words("cannot tell").with(Emphasis.WARNING);
        };
    }

    /** Adds a figure, and its interval, which goes where there is no room. */
    private static void figure(
            Table.Builder<Integer> table,
            String key,
            String heading,
            int dispensable,
            Function<Integer, ComparedFigure> figure,
            DoubleFunction<String> text) {
        if (key != null) {
            table.field(key, place -> figure.apply(place).isKnown() ? fields(figure.apply(place)) : null);
        }
        table.number(heading, place -> cell(figure.apply(place), text).with(Emphasis.STRONG))
                .number("95 %", place -> interval(figure.apply(place), text))
                .dispensable(dispensable);
    }

    private static Cell cell(ComparedFigure figure, DoubleFunction<String> text) {
        return figure.isKnown() ? Cell.words(text.apply(figure.value())) : Cell.unknown();
    }

    private static Cell interval(ComparedFigure figure, DoubleFunction<String> text) {
        Interval interval = figure.interval();
        return (interval == null
                        ? Cell.unknown()
                        : Cell.words(text.apply(interval.low()) + "–" + text.apply(interval.high())))
                .with(Emphasis.DIM);
    }

    private static Fields fields(ComparedFigure figure) {
        Interval interval = figure.interval();
        return new Fields()
                .put("n", figure.n())
                .put("value", figure.value())
                .put("low", interval == null ? null : interval.low())
                .put("high", interval == null ? null : interval.high());
    }

    private Table pairs() {
        return Table.of("pairs", standings.tests())
                .field("objective", test -> test.objective().kind().word())
                .field("metric", test -> metric(test.objective()))
                .field("first", test -> name(test.first()))
                .field("second", test -> name(test.second()))
                .field("verdict", test -> test.verdict().word())
                .field("p", PairTest::p)
                .field("adjusted_p", PairTest::adjustedP)
                .build();
    }
}
