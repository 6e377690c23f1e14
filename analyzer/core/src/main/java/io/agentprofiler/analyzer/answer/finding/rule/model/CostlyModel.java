// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.model;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.facts.CallPlace;
import io.agentprofiler.analyzer.answer.finding.facts.CallPlaces;
import io.agentprofiler.analyzer.answer.finding.facts.CallPlaces.PlacedCall;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.tokens.price.ListedModel;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds expensive models in trivial steps: steps that answer in a word or two while other steps of the service write more. */
public final class CostlyModel extends FindingRule {
    static final Threshold TRIVIAL_ANSWER_TOKENS = new Threshold(
            "trivial-answer-tokens",
            20,
            "tokens that nine of ten answers of a trivial step have at most, reasoning included");
    static final Threshold TRIVIAL_PROMPT_TOKENS =
            new Threshold("trivial-prompt-tokens", 4000, "tokens of such a step's prompts at most, in the median");

    /** Minimum ratio of the answer lengths of another step and the trivial one. */
    private static final double LONGER = 3;
    /** Maximum cost of a cheaper model, as a share of the current cost. */
    private static final double CHEAPER = 0.5;

    private static final double MOSTLY = 0.9;
    private static final int ENOUGH = 3;

    /** A step, and what it would cost elsewhere. */
    private record PlaceCost(
            CallPlace place, ListedModel cheaper, boolean used, BigDecimal usd, BigDecimal cheaperUsd) {}

    public CostlyModel() {
        super("costly-model", TRIVIAL_ANSWER_TOKENS, TRIVIAL_PROMPT_TOKENS);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(CallPlaces.OF_CALLS);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        for (Span span : workflow.trace().spans()) {
            long output = span.tokens().output();
            if (Calls.isModelCall(span)
                    && output >= 0
                    && output <= workflow.of(TRIVIAL_ANSWER_TOKENS)
                    && !workflow.shared(CallPlaces.ASKING).contains(span)) {
                workflow.explainsCost(this, Operation.of(span).label(), Confidence.STRONG, List.of(span));
            }
        }
    }

    @Override
    public void assess(Assessment assessment) {
        Collection<CallPlace> places = assessment.input(CallPlaces.OF_CALLS).places();
        Map<String, List<PlaceCost>> byModel = new TreeMap<>();
        for (CallPlace place : places) {
            if (isTrivial(place, assessment) && isSmallestOf(place, places)) {
                cheaper(place, places)
                        .ifPresent(step -> byModel.computeIfAbsent(place.model().label(), any -> new ArrayList<>())
                                .add(step));
            }
        }
        byModel.forEach((model, steps) -> report(assessment, model, steps));
    }

    private static boolean isTrivial(CallPlace place, Assessment assessment) {
        List<PlacedCall> calls = place.drawn();
        double[] input = calls.stream()
                .mapToDouble(call -> call.tokens().input())
                .sorted()
                .toArray();
        long[] output = calls.stream()
                .mapToLong(call -> call.tokens().output())
                .sorted()
                .toArray();
        return calls.size() >= ENOUGH
                && place.model().listed() != null
                && !place.asksTools()
                && output[(int) Math.ceil(MOSTLY * output.length) - 1] <= assessment.of(TRIVIAL_ANSWER_TOKENS)
                && input[input.length / 2] <= assessment.of(TRIVIAL_PROMPT_TOKENS);
    }

    private static boolean isSmallestOf(CallPlace place, Collection<CallPlace> places) {
        double longer = LONGER * Math.max(1, place.medianAnswer());
        return places.stream().anyMatch(other -> !other.asksTools() && other.medianAnswer() >= longer);
    }

    /** Finds the cheapest model for a step: one that the service uses already, else the first that is named after the step's own. */
    private static Optional<PlaceCost> cheaper(CallPlace place, Collection<CallPlace> places) {
        Optional<BigDecimal> own = place.usdOn(place.model().listed());
        if (own.isEmpty() || own.get().signum() == 0) {
            return Optional.empty();
        }
        Optional<PlaceCost> used = places.stream()
                .map(callPlace -> callPlace.model().listed())
                .filter(listed -> listed != null && listed != place.model().listed())
                .distinct()
                .flatMap(listed -> step(place, listed, true, own.get()).stream())
                .min(Comparator.comparing(PlaceCost::cheaperUsd)
                        .thenComparing(step -> step.cheaper().toString()));
        return used.or(() -> place.model().variants().stream()
                .flatMap(listed -> step(place, listed, false, own.get()).stream())
                .findFirst());
    }

    private static Optional<PlaceCost> step(CallPlace place, ListedModel listed, boolean used, BigDecimal own) {
        return place.usdOn(listed)
                // what is free runs elsewhere, at a cost that the list does not know
                .filter(usd -> usd.signum() > 0 && usd.doubleValue() <= CHEAPER * own.doubleValue())
                .map(usd -> new PlaceCost(place, listed, used, own, usd));
    }

    private void report(Assessment assessment, String model, List<PlaceCost> steps) {
        steps.sort(Comparator.comparing((PlaceCost step) -> step.usd().subtract(step.cheaperUsd()))
                .reversed()
                .thenComparing(step -> step.place().words()));
        PlaceCost first = steps.get(0);
        BigDecimal saved = steps.stream()
                .map(step -> step.usd().subtract(step.cheaperUsd()))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        long calls = steps.stream().mapToLong(step -> step.place().calls()).sum();
        long tokens = Math.round(first.place().medianAnswer());
        double input = first.place().drawn().stream()
                .mapToLong(call -> call.tokens().input())
                .average()
                .orElse(0);
        List<Evidence> evidence = steps.stream()
                .flatMap(step -> step.place().drawn().stream())
                .map(call -> call.evidence(call.tokens().input()))
                .sorted(Evidence.WEIGHTIEST_FIRST)
                .limit(Evidence.MOST)
                .toList();
        assessment
                .about(this, model)
                .confidence(Confidence.STRONG)
                .occurrences(calls, first.place().calls())
                .saves(Saving.money(saved, 0))
                .evidence(evidence)
                .report(
                        first.place().words() + " asks " + model + " for answers of " + Units.count(tokens, "token")
                                + " (prompts of " + Units.count(Math.round(input)) + ", n=" + calls + "), at "
                                + ratio(first) + " times the price of "
                                + first.cheaper().id(),
                        "use " + first.cheaper().id() + " for that"
                                + (first.used() ? ", which the service uses already" : "")
                                + "; check that it answers as well: analyzer whatif swap");
    }

    private static String ratio(PlaceCost step) {
        return step.usd()
                .divide(step.cheaperUsd(), new MathContext(2, RoundingMode.HALF_EVEN))
                .toPlainString();
    }
}
