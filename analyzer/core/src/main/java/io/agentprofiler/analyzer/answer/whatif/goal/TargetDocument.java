// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal;

import io.agentprofiler.analyzer.answer.critical.CriticalSection;
import io.agentprofiler.analyzer.answer.whatif.goal.Plan.PlannedChange;
import io.agentprofiler.analyzer.answer.whatif.goal.Plan.Reached;
import io.agentprofiler.analyzer.answer.whatif.goal.step.PlanStep;
import io.agentprofiler.analyzer.answer.whatif.model.ModelSwap;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.Facts;
import io.agentprofiler.analyzer.view.Notes;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.Value;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code whatif --target} answers.
 *
 * @param target the target as it was written
 * @param plan what was found
 * @param workflows how many workflows were recorded
 * @param unsearched how many further changes there were that the search had no room for
 * @param prices which prices cost is by
 */
record TargetDocument(String target, Plan plan, long workflows, int unsearched, String prices) {
    private static final int MIN_TITLE = 48;

    Document document(List<Section> data) {
        return Document.of("agent-profiler-whatif-target/1", "Target")
                .add(answer())
                .add(goals())
                .add(changes())
                .add(evidence())
                .add(Section.titled("Assumptions", "", new Notes("assumptions", "·", assumptions(), Emphasis.DIM)))
                .addAll(data)
                .build();
    }

    private Section answer() {
        Section.Builder section = Section.under("Target", target)
                .add(new Value("target", target))
                .add(new Value("workflows", workflows))
                .add(new Value("simulated_workflows", plan.simulator().workflows()))
                .add(new Value("reached", plan.found().reached()))
                .add(new Value("exhaustive", plan.found().exhaustive()))
                .add(new Value("tried_sets", plan.found().tried()))
                .add(new Value("unsearched_changes", unsearched))
                .add(new Value("simulations", plan.successes() < 0 ? null : ModelSwap.DRAWS))
                .add(new Value("simulations_reached", plan.successes() < 0 ? null : plan.successes()))
                .add(Facts.about("Answer     ").add(words()).build())
                .add(Facts.about("Workflows  ")
                        .add(Units.count(workflows))
                        .add(
                                plan.simulator().workflows() == workflows
                                        ? "all simulated"
                                        : Units.count(plan.simulator().workflows())
                                                + " of them simulated, drawn evenly")
                        .build());
        Facts.Builder search = Facts.about("Search     ")
                .add(Units.count(plan.found().tried(), "set") + " of changes simulated")
                .add(
                        plan.found().exhaustive()
                                ? plan.found().reached() ? "every smaller set, too" : "every set there is"
                                : "not every set: larger ones by adding what helps most");
        if (unsearched > 0) {
            search.add(Units.count(unsearched, "more change") + " not searched");
        }
        if (plan.successes() >= 0) {
            search.add("all goals are reached in " + plan.successes() + " of " + ModelSwap.DRAWS
                    + " simulations, each with the other model's times fitted again");
        }
        return section.add(search.build()).build();
    }

    private String words() {
        if (plan.found().reached()) {
            return plan.changes().isEmpty()
                    ? "reached as recorded"
                    : "reached with " + Units.count(plan.changes().size(), "change")
                            + (plan.reached().stream().anyMatch(this::isAtBest) ? " at best" : "");
        }
        List<String> missed = plan.reached().stream()
                .filter(goal -> !goal.isReachable())
                .map(goal -> goal.goal().text())
                .toList();
        return missed.isEmpty()
                ? "not reached: each goal is reached by some changes, but no set reaches all of them"
                : "not reached: " + String.join(" and ", missed)
                        + (plan.found().exhaustive()
                                ? " cannot be reached by these changes"
                                : " by no set that was tried");
    }

    private Table goals() {
        return Table.of("goals", plan.reached())
                .heading("Goals", plan.changes().isEmpty() ? "as recorded" : "with all changes below made together")
                .text("goal", "goal", row -> Cell.words(row.goal().text()))
                .field("figure", row -> row.goal().figure().word())
                .field("statistic", row -> row.goal().statistic().word())
                .field("unit", row -> row.goal().figure().unit())
                .field("limit", row -> row.goal().limit())
                .field(
                        "known_workflows",
                        row -> plan.simulator().known(row.goal().figure()))
                .number("recorded", "recorded", row -> cell(row, row.recorded()))
                .number(
                        "then",
                        "simulated",
                        row -> Cell.words(words(row, row.then()))
                                .as(isLimit(row, row.then()) ? null : number(row.then())))
                .field("then_at_least", row -> atLeast(row, row.then()))
                .field("then_at_most", row -> atMost(row, row.then()))
                .number("19 in 20 runs", row -> Cell.words(range(row)))
                .whereFilled()
                .field("low", row -> number(row.low()))
                .field("high", row -> number(row.high()))
                .text("reached", "reached", row -> Cell.words(reached(row)).as(row.isReached()))
                .number(
                        "best",
                        "best reachable",
                        row -> plan.found().reached() ? Cell.EMPTY.as(null) : cell(row, row.best()))
                .whereFilled()
                .text("by", row -> Cell.words(plan.found().reached() ? "" : titles(row.bestWith())))
                .whereFilled()
                .field(
                        "best_with",
                        row -> plan.found().reached()
                                ? null
                                : row.bestWith().stream().map(PlanStep::title).toList())
                .build();
    }

    /** Answers whether a simulated time is only possible: what the change makes shorter, nobody knows to have been waited for. */
    private boolean isLimit(Reached row, double simulated) {
        return row.goal().figure().isTime()
                && plan.simulator().withoutWaiting() > 0
                && !Double.isNaN(row.recorded())
                && !Double.isNaN(simulated)
                && row.recorded() != simulated;
    }

    private Double atLeast(Reached row, double simulated) {
        return isLimit(row, simulated) ? Math.min(row.recorded(), simulated) : null;
    }

    private Double atMost(Reached row, double simulated) {
        return isLimit(row, simulated) ? Math.max(row.recorded(), simulated) : null;
    }

    private String words(Reached row, double simulated) {
        GoalFigure figure = row.goal().figure();
        return isLimit(row, simulated)
                ? figure.words(atLeast(row, simulated)) + " – " + figure.words(atMost(row, simulated))
                : figure.words(simulated);
    }

    private String reached(Reached row) {
        return !row.isReached() ? "no" : isAtBest(row) ? "at best" : "yes";
    }

    private boolean isAtBest(Reached row) {
        return isLimit(row, row.then()) && !row.goal().isReached(row.recorded());
    }

    private static String titles(List<PlanStep> steps) {
        return steps.isEmpty()
                ? "no change"
                : String.join("; ", steps.stream().map(PlanStep::title).toList());
    }

    private static Cell cell(Reached row, double value) {
        return Cell.words(row.goal().figure().words(value)).as(number(value));
    }

    private static Double number(double value) {
        return Double.isNaN(value) ? null : value;
    }

    private static String range(Reached row) {
        return Double.isNaN(row.low())
                ? ""
                : row.goal().figure().words(row.low()) + " to "
                        + row.goal().figure().words(row.high());
    }

    private Table changes() {
        return Table.of("changes", plan.changes())
                .heading("Changes", plan.found().reached() ? "least risk first" : "that come closest")
                .text("change", "change", row -> Cell.words(row.step().title()))
                .text("risk", "risk", row -> Cell.words(row.step().risk().word()))
                .number("changed_workflows", "workflows", row -> Cell.count(row.workflows()))
                .text("alone", row -> Cell.words(values(row.alone())))
                .dispensable(1)
                .text("without it", row -> Cell.words(values(row.without())))
                .dispensable(2)
                .minFirst(MIN_TITLE)
                .field("risk_reason", row -> row.step().riskReason())
                .field("alone", row -> fields(row.alone()))
                .field("without", row -> fields(row.without()))
                .field("evidence", row -> row.step().evidence())
                .build();
    }

    private String values(List<Double> values) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Reached row = plan.reached().get(i);
            words.add(row.goal().subject() + " " + words(row, values.get(i)));
        }
        return String.join(", ", words);
    }

    private List<Fields> fields(List<Double> values) {
        List<Fields> fields = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Reached row = plan.reached().get(i);
            double value = values.get(i);
            fields.add(new Fields()
                    .put("goal", row.goal().text())
                    .put("value", isLimit(row, value) ? null : number(value))
                    .put("value_at_least", atLeast(row, value))
                    .put("value_at_most", atMost(row, value)));
        }
        return fields;
    }

    /** For people: programs have the same with each change. */
    private Section evidence() {
        Section.Builder section = Section.under("Evidence", "and risk of each change");
        for (PlannedChange change : plan.changes()) {
            List<String> lines = new ArrayList<>(change.step().evidence());
            lines.add("risk: " + change.step().riskReason());
            section.add(Section.titled(
                    change.step().title(),
                    "",
                    Table.of(null, lines).text("", Cell::words).build()));
        }
        return section.build();
    }

    private List<String> assumptions() {
        List<String> lines = new ArrayList<>(List.of(
                "all changes are made on the same simulated workflow, so nothing is saved twice: a call that a cache answers is not made"
                        + " at all; a call that another model takes, or whose prompt is cut, gains nothing from the own provider's"
                        + " prompt cache",
                "what began after something had ended is taken to have waited for it; the same further calls follow",
                "cost is that of the calls by " + prices
                        + "; failed calls that reported no usage, and models in the process, cost"
                        + " nothing; a workflow with a call of unknown price has no cost",
                "where an answer was not streamed, its first chunk is the end of its model call"));
        if (plan.reached().stream().anyMatch(row -> isLimit(row, row.then()))) {
            lines.add("of " + Units.count(plan.simulator().withoutWaiting(), "workflow") + ", "
                    + CriticalSection.WAITING_NOT_TOLD + ": times are ranges from nothing saved to all of it");
        }
        for (Reached row : plan.reached()) {
            long known = plan.simulator().known(row.goal().figure());
            if (known < plan.simulator().workflows()) {
                lines.add(row.goal().text() + ": of "
                        + Units.count(plan.simulator().workflows() - known, "workflow")
                        + " the recording does not tell the "
                        + row.goal().figure().word()
                        + (known == 0 ? "; nothing can be said" : "; they are left out"));
            }
        }
        return lines;
    }
}
