// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate.check;

import io.agentprofiler.analyzer.answer.completeness.CoverageNotes;
import io.agentprofiler.analyzer.answer.completeness.DataSection;
import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.diff.Gates;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Leads;
import io.agentprofiler.analyzer.answer.gate.check.Check.CheckPlace;
import io.agentprofiler.analyzer.command.IfUnknown;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.cell.Percentiles;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Judges what was read. What is known decides: a figure that is over its limit as far as it is known breaks the gate, however much
 * is unknown; one that may be more than what is known passes no gate.
 */
public final class Judge {
    private static final int TOLD = 3;

    private final Policy policy;

    /** Makes a judge. */
    public Judge(Policy policy) {
        this.policy = policy;
    }

    /** Judges the workflows of a service, name by name. */
    public List<Check> limits(Tallies tallies) {
        List<Check> checks = new ArrayList<>();
        tallies.byName()
                .forEach((name, ofName) -> ofName.stream()
                        .filter(tally -> tally.readings() > 0)
                        .forEach(tally -> checks.add(limit(name, tally))));
        return checks;
    }

    private Check limit(String workflow, Tally tally) {
        Limit limit = tally.limit();
        BigDecimal measured = limit.isOfEach()
                ? tally.worst().value()
                : BigDecimal.valueOf(Math.round(tally.values().percentile(limit.percent())));
        boolean over = measured.compareTo(limit.most()) > 0;
        long unknown = tally.notReported() + tally.incomplete();
        Gates.GateOutcome outcome =
                over ? Gates.GateOutcome.BROKEN : unknown > 0 ? Gates.GateOutcome.UNKNOWN : Gates.GateOutcome.PASSED;
        // what nobody reported weighs more: the workflow itself is there
        IfUnknown accepted = tally.notReported() > 0 && tally.incomplete() > 0
                ? stricter(policy.unknown(), policy.incomplete())
                : tally.notReported() > 0 ? policy.unknown() : policy.incomplete();
        return new Check(
                limit.text(),
                workflow,
                outcome,
                new Check.Measurement(
                        limit.figure(), limit.most(), outcome == Gates.GateOutcome.UNKNOWN ? null : measured),
                new Check.FigureCounts(tally.readings(), tally.over(), unknown),
                outcome == Gates.GateOutcome.UNKNOWN ? tally.unknown() : tally.worst(),
                why(tally, outcome, measured, unknown),
                Check.exitCode(outcome, accepted));
    }

    private static IfUnknown stricter(IfUnknown one, IfUnknown other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static String why(Tally tally, Gates.GateOutcome outcome, BigDecimal measured, long unknown) {
        Limit limit = tally.limit();
        String of = Units.count(
                tally.readings(), limit.figure() == Figure.FIRST_CHUNK ? "streamed model call" : "workflow");
        if (outcome == Gates.GateOutcome.UNKNOWN) {
            return "cannot be judged: of " + of + " the figure of " + Units.count(unknown) + " is not known for sure ("
                    + tally.unknown().words() + ")";
        }
        if (limit.figure().unit() == Figure.FigureUnit.NONE) {
            return outcome == Gates.GateOutcome.PASSED
                    ? "none in " + of
                    : "in " + Units.count(tally.over()) + " of " + of + ": "
                            + tally.worst().words();
        }
        String words = tally.worst().words();
        String figure = amount(limit.figure(), measured);
        if (limit.isOfEach()) {
            return (outcome == Gates.GateOutcome.PASSED
                            ? "of " + of + ", the most is "
                            : Units.count(tally.over()) + " of " + of + " over it, the most is ")
                    + figure
                    + (outcome == Gates.GateOutcome.BROKEN && !words.isEmpty() ? " " + words : "");
        }
        return "p" + BigDecimal.valueOf(limit.percent()).stripTrailingZeros().toPlainString() + " of " + of + " is "
                + Percentiles.text(tally.values(), limit.percent());
    }

    /** Returns a figure as people read it. */
    public static String amount(Figure figure, BigDecimal value) {
        return switch (figure.unit()) {
            case NANOS -> Units.duration(value.doubleValue());
            case DOLLARS -> Units.money(value);
            case COUNT, NONE -> Units.count(value.longValue());
        };
    }

    /** Judges whether anything is missing of a service's data. */
    public Check completeness(Outcome read, Tallies tallies) {
        List<String> missing = new ArrayList<>(DataSection.notes(read));
        // limits on failures say so themselves, and others do not need it
        missing.removeAll(DataSection.notesOnFailures(read));
        List<String> unrecognised = CoverageNotes.ofRules(read);
        if (tallies.modelCalls() > 0) {
            // a framework may be loaded and not be used
            missing.removeAll(unrecognised);
        }
        return missing.isEmpty()
                ? Check.of(
                        "complete data",
                        Gates.GateOutcome.PASSED,
                        policy.incomplete(),
                        null,
                        DataSection.canTell(read) ? "nothing dropped, nothing missing" : "nothing known to be missing")
                : Check.of(
                        "complete data",
                        Gates.GateOutcome.UNKNOWN,
                        policy.incomplete(),
                        null,
                        "incomplete, so that what passed may be wrong: "
                                + missing.stream().limit(TOLD).collect(Collectors.joining("; "))
                                + (missing.size() > TOLD ? "; and " + (missing.size() - TOLD) + " more" : ""));
    }

    /** Judges the findings of a service. */
    public List<Check> findings(Outcome read, Findings.FindingsQuestion question, Impact least) {
        String gate = "no-findings " + least.word();
        List<Check> checks = new ArrayList<>();
        List<Finding> ranked = read.summary()
                .get(question)
                .ranked(read.summary().get(CriticalTotals.WAITED), read.processes(), question.thresholds());
        for (Finding finding : ranked) {
            if (finding.impact().compareTo(least) <= 0) {
                Evidence shown = finding.seen().evidence().isEmpty()
                        ? null
                        : finding.seen().evidence().get(0);
                CheckPlace where =
                        shown == null ? null : new CheckPlace(BigDecimal.ZERO, shown.trace(), shown.span(), "");
                String name = gate + ": " + finding.rule() + " of " + finding.subject();
                String why = "[" + finding.impact().word() + "] "
                        + finding.text().title() + ": " + finding.text().advice();
                checks.add(Check.of(name, Gates.GateOutcome.BROKEN, policy.unknown(), where, why));
            }
        }
        if (!checks.isEmpty()) {
            return checks;
        }
        checks.add(Check.of(gate, Gates.GateOutcome.PASSED, policy.unknown(), null, "no such finding"));
        // facts without a proven saving break nothing, but are told
        Leads.of(read.summary().get(question), read.summary().get(CriticalTotals.WAITED))
                .forEach(lead -> checks.add(Check.of(
                        gate + Check.STANDS_OUT,
                        Gates.GateOutcome.PASSED,
                        policy.unknown(),
                        lead.evidence() == null
                                ? null
                                : new CheckPlace(
                                        BigDecimal.ZERO,
                                        lead.evidence().trace(),
                                        lead.evidence().span(),
                                        ""),
                        "no rule is sure of a cause, which is no proof of health: " + lead.text())));
        return checks;
    }

    /**
     * Judges what is of all services together: whether there were enough workflows, and whether each limit was held against any.
     *
     * @param judged what was read of each service
     * @param fewest the fewest workflows there may be
     */
    public List<Check> together(List<Limit> limits, List<Tallies> judged, long fewest) {
        long workflows = judged.stream().mapToLong(Tallies::workflows).sum();
        long left = judged.stream().mapToLong(Tallies::left).sum();
        String there = workflows == 0
                ? left > 0
                        ? "no workflow of such a name"
                        : "no workflow was recorded: is the agent attached, and did"
                                + " a test call a model, a tool or an agent?"
                : Units.count(workflows, "workflow");
        List<Check> checks = new ArrayList<>();
        checks.add(Check.of(
                "min-workflows " + fewest,
                workflows >= fewest ? Gates.GateOutcome.PASSED : Gates.GateOutcome.BROKEN,
                policy.unknown(),
                null,
                there));
        for (Limit limit : limits) {
            if (workflows > 0 && judged.stream().noneMatch(of -> holdsAny(of, limit))) {
                checks.add(Check.of(
                        limit.text() + ": " + limit.only().text(),
                        Gates.GateOutcome.UNKNOWN,
                        policy.unknown(),
                        null,
                        "cannot be judged: "
                                + (judged.stream().anyMatch(of -> isAskedOfAny(of, limit))
                                        ? "no streamed model call was recorded"
                                        : "there is no workflow of that name")));
            }
        }
        return checks;
    }

    private static boolean holdsAny(Tallies tallies, Limit limit) {
        return tallies.byName().values().stream()
                .flatMap(List::stream)
                .anyMatch(tally -> tally.limit().equals(limit) && tally.readings() > 0);
    }

    private static boolean isAskedOfAny(Tallies tallies, Limit limit) {
        return tallies.byName().values().stream()
                .flatMap(List::stream)
                .anyMatch(tally -> tally.limit().equals(limit));
    }

    /**
     * What becomes of what cannot be judged.
     *
     * @param unknown of figures that nobody reported
     * @param incomplete of data of which a part is missing
     */
    public record Policy(IfUnknown unknown, IfUnknown incomplete) {}
}
