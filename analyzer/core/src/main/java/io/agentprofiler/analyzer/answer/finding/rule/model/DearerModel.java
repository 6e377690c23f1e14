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
import io.agentprofiler.analyzer.base.stat.Median;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * Finds steps that ask a dearer or slower model for answers no longer than others get from a cheaper one. Whether the cheaper model would
 * do, the recording cannot show: the saving begins at 0. It does show where it would not, and nothing is said of a step that calls tools
 * or reasons, that runs in some workflows only, or that asks again what the cheaper model was asked.
 */
public final class DearerModel extends FindingRule {
    static final Threshold DEARER_TIMES = new Threshold(
            "dearer-times",
            2,
            "how many times the price, or the time where prices are not known, of the model that peers ask");

    private static final int ENOUGH = 5;
    /** Steps that ask the cheaper model: one alone may be the exception. */
    private static final int PEERS = 2;
    /** Answers of the cheaper model are so long at least, compared with those of the dearer one. */
    private static final double ALIKE = 0.5;
    /** Its prompts are so long at least. */
    private static final double PROMPTS_ALIKE = 1 / 3.0;
    /** A step that runs in fewer of the workflows of its peers is chosen for a reason. */
    private static final double ALWAYS = 0.8;

    /** Agents and models that were asked what another model had answered in the same workflow. */
    private static final RuleInput<Set<String>> ASKED_AGAIN =
            new RuleInput<>(TreeSet::new, DearerModel::addAskedAgain, Set::addAll);

    /**
     * A step, and a model that peers ask.
     *
     * @param peers steps that ask it
     * @param saved what the step's calls would save at most
     * @param times how many times the price, or the time, of that model
     */
    private record DearStep(CallPlace place, List<CallPlace> peers, Saving saved, double times) {}

    public DearerModel() {
        super("dearer-model", DEARER_TIMES, CostlyModel.TRIVIAL_ANSWER_TOKENS);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(CallPlaces.OF_CALLS, ASKED_AGAIN);
    }

    @Override
    public boolean explainsAllItClaims() {
        return false;
    }

    @Override
    public boolean explainsOperations() {
        return true;
    }

    private static void addAskedAgain(Set<String> into, WorkflowScan workflow) {
        Map<Object, Operation> asked = new HashMap<>();
        boolean several = false;
        Operation first = null;
        for (Span call : workflow.trace().spans()) {
            if (Calls.isModelCall(call)) {
                several |= first != null && !first.equals(Operation.of(call));
                first = first == null ? Operation.of(call) : first;
            }
        }
        if (!several) {
            return;
        }
        for (List<Span> calls : workflow.callsByAgent()) {
            for (Span call : calls) {
                Object messages = Calls.isModelCall(call) ? messages(call) : null;
                Operation other = messages == null ? null : asked.putIfAbsent(messages, Operation.of(call));
                if (other != null && !other.equals(Operation.of(call))) {
                    into.add(key(
                            Operation.asking(call).label(), Operation.of(call).label()));
                    // which of the two came first does not matter: neither is without the other
                    into.add(key(Operation.asking(call).label(), other.label()));
                }
            }
        }
    }

    private static Object messages(Span call) {
        return call.attributes().get("agentprofiler.content.input.messages") instanceof Map<?, ?> digest
                ? digest.get("hash")
                : call.attributes().get("gen_ai.input.messages");
    }

    private static String key(String asking, String model) {
        return asking + '\n' + model;
    }

    @Override
    public void assess(Assessment assessment) {
        Collection<CallPlace> places = assessment.input(CallPlaces.OF_CALLS).places();
        Map<String, List<DearStep>> byModel = new TreeMap<>();
        for (CallPlace place : places) {
            if (isCandidate(place, assessment)) {
                cheaper(place, places, assessment.of(DEARER_TIMES))
                        .ifPresent(step -> byModel.computeIfAbsent(place.model().label(), any -> new ArrayList<>())
                                .add(step));
            }
        }
        byModel.forEach((model, steps) -> {
            // it is the exception: where half of the steps ask it, that is how the program was made
            if (steps.stream().allMatch(step -> steps.size() < step.peers().size())) {
                report(assessment, model, steps);
            }
        });
    }

    private static boolean isCandidate(CallPlace place, Assessment assessment) {
        return place.drawn().size() >= ENOUGH
                && !place.asksTools()
                && place.medianAnswer() > assessment.of(CostlyModel.TRIVIAL_ANSWER_TOKENS)
                && !reasons(place)
                && !assessment
                        .input(ASKED_AGAIN)
                        .contains(key(place.subject(), place.model().label()));
    }

    private static boolean reasons(CallPlace place) {
        return place.drawn().stream().anyMatch(call -> call.tokens().reasoning() > 0);
    }

    /** Returns the model that would save most among those that peers ask. */
    private static Optional<DearStep> cheaper(CallPlace place, Collection<CallPlace> places, double times) {
        Map<String, List<CallPlace>> byModel = new TreeMap<>();
        for (CallPlace peer : places) {
            if (!peer.model().label().equals(place.model().label()) && isPeer(peer, place)) {
                byModel.computeIfAbsent(peer.model().label(), any -> new ArrayList<>())
                        .add(peer);
            }
        }
        return byModel.values().stream()
                .filter(peers -> peers.size() >= PEERS)
                .flatMap(peers -> step(place, peers).stream())
                .filter(step -> step.times() >= times && step.saved().isClaimed())
                .max(Comparator.comparingDouble(DearStep::times));
    }

    /** Answers whether a step does work of the same sort: as long answers and prompts, in as many of the same workflows. */
    private static boolean isPeer(CallPlace peer, CallPlace place) {
        boolean sameWorkflow = workflow(peer).equals(workflow(place));
        return peer.drawn().size() >= ENOUGH
                && !peer.asksTools()
                && peer.medianAnswer() >= ALIKE * place.medianAnswer()
                && prompt(peer) >= PROMPTS_ALIKE * prompt(place)
                && (!sameWorkflow || place.calls() >= ALWAYS * peer.calls());
    }

    private static String workflow(CallPlace place) {
        return place.caller().substring(0, place.caller().indexOf('\n'));
    }

    private static double prompt(CallPlace place) {
        return median(place, call -> call.tokens().input());
    }

    private static double median(CallPlace place, ToDoubleFunction<PlacedCall> figure) {
        return Median.of(place.drawn().stream().mapToDouble(figure).toArray());
    }

    private static Optional<DearStep> step(CallPlace place, List<CallPlace> peers) {
        double nanos = time(place, peers);
        Saving time = Saving.upTo(Math.round(place.each()
                * place.drawn().stream()
                        .mapToDouble(call -> Math.max(0, Math.min(call.waited(), call.nanos() - nanos)))
                        .sum()));
        Optional<BigDecimal> own = place.usdOn(place.model().listed());
        Optional<BigDecimal> cheaper = place.usdOn(peers.get(0).model().listed());
        if (own.isEmpty() || cheaper.isEmpty()) {
            return own.isPresent() || cheaper.isPresent()
                    ? Optional.empty()
                    : Optional.of(new DearStep(place, peers, time, median(place, PlacedCall::nanos) / nanos));
        }
        if (cheaper.get().signum() == 0 || own.get().compareTo(cheaper.get()) <= 0) {
            // what is free runs elsewhere, at a cost that the list does not know
            return Optional.empty();
        }
        return Optional.of(new DearStep(
                place,
                peers,
                time.plus(Saving.moneyUpTo(own.get().subtract(cheaper.get()), 0)),
                own.get().doubleValue() / cheaper.get().doubleValue()));
    }

    /** Returns how long an answer of a step would take at most from the model of its peers, in nanoseconds. */
    private static double time(CallPlace place, List<CallPlace> peers) {
        return peers.stream()
                .mapToDouble(peer -> median(peer, PlacedCall::nanos)
                        * Math.max(1, place.medianAnswer() / Math.max(1, peer.medianAnswer())))
                .max()
                .orElseThrow();
    }

    private void report(Assessment assessment, String model, List<DearStep> steps) {
        steps.sort(Comparator.comparingDouble(DearStep::times)
                .reversed()
                .thenComparing(step -> step.place().words()));
        DearStep first = steps.get(0);
        CallPlace peer = first.peers().get(0);
        String cheaper = peer.model().label();
        boolean priced = first.saved().isMoneySaved();
        List<Evidence> evidence = steps.stream()
                .flatMap(step -> step.place().drawn().stream())
                .map(call -> call.evidence(call.nanos()))
                .sorted(Evidence.WEIGHTIEST_FIRST)
                .limit(Evidence.MOST)
                .toList();
        assessment
                .about(this, model)
                .confidence(Confidence.MEASURED)
                .occurrences(
                        steps.stream().mapToLong(step -> step.place().calls()).sum(),
                        first.place().calls())
                .saves(steps.stream().map(DearStep::saved).reduce(Saving.NONE, Saving::plus))
                .evidence(evidence)
                .over(DEARER_TIMES, first.times())
                .report(
                        first.place().words() + " asks " + model + " for answers of "
                                + Units.count(Math.round(first.place().medianAnswer()), "token")
                                + " (n=" + first.place().calls() + "), at " + times(first.times()) + " times the "
                                + (priced ? "price" : "time") + " of " + cheaper + ", which gives "
                                + Units.count(first.peers().size(), "other step") + " answers of "
                                + Units.count(Math.round(first.peers().stream()
                                        .mapToDouble(CallPlace::medianAnswer)
                                        .max()
                                        .orElseThrow())),
                        "try " + cheaper + " for it, and check that the answers stay as good: analyzer whatif swap");
    }

    private static String times(double times) {
        return String.format(Locale.ROOT, times < 9.95 ? "%.1f" : "%.0f", times);
    }
}
