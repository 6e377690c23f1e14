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
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds calls whose model reasons far longer than it answers. A recording does not show how much reasoning the answers need: the saving
 * begins at 0.
 */
public final class HeavyReasoning extends FindingRule {
    static final Threshold REASONING_TIMES = new Threshold(
            "reasoning-times",
            5,
            "how many times longer the reasoning is than the answer, in the median of a place's calls");
    static final Threshold REASONING_TOKENS =
            new Threshold("reasoning-tokens", 300, "length of such reasoning in tokens, in the median");

    private static final int ENOUGH = 5;
    private static final int DIGITS = 12;

    public HeavyReasoning() {
        super("heavy-reasoning", REASONING_TIMES, REASONING_TOKENS);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(CallPlaces.OF_CALLS);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        for (Span span : workflow.trace().spans()) {
            if (Calls.isModelCall(span)
                    && span.isMeasured()
                    && span.tokens().reasoning() >= workflow.of(REASONING_TOKENS)) {
                String subject = Operation.asking(span).label();
                workflow.explains(this, subject, Confidence.MEASURED, List.of(span));
            }
        }
    }

    @Override
    public void assess(Assessment assessment) {
        Map<String, List<CallPlace>> bySubject = new TreeMap<>();
        for (CallPlace place : assessment.input(CallPlaces.OF_CALLS).places()) {
            if (place.drawn().size() >= ENOUGH
                    && reasoning(place) >= assessment.of(REASONING_TOKENS)
                    && reasoning(place) >= assessment.of(REASONING_TIMES) * Math.max(1, place.medianAnswer())) {
                bySubject
                        .computeIfAbsent(place.subject(), any -> new ArrayList<>())
                        .add(place);
            }
        }
        bySubject.forEach((subject, places) -> report(assessment, subject, places));
    }

    /** Returns the median number of tokens that the calls of a place reasoned with; what a call does not say counts as none. */
    private static double reasoning(CallPlace place) {
        return Median.of(place.drawn().stream()
                .mapToDouble(call -> Math.max(0, call.tokens().reasoning()))
                .toArray());
    }

    private void report(Assessment assessment, String subject, List<CallPlace> places) {
        CallPlace most = places.get(0);
        Saving saving = Saving.NONE;
        double calls = 0;
        List<Evidence> evidence = new ArrayList<>();
        for (CallPlace place : places) {
            most = reasoning(place) > reasoning(most) ? place : most;
            saving = saving.plus(saving(place));
            calls += place.calls();
            place.drawn()
                    .forEach(call -> evidence.add(call.evidence(call.tokens().reasoning())));
        }
        evidence.sort(Evidence.WEIGHTIEST_FIRST);
        double times = reasoning(most) / Math.max(1, most.medianAnswer());
        assessment
                .about(this, subject)
                .confidence(Confidence.MEASURED)
                .occurrences(
                        Math.round(calls),
                        evidence.stream().map(Evidence::trace).distinct().count())
                .saves(saving)
                .evidence(evidence.stream().limit(Evidence.MOST).toList())
                .over(REASONING_TIMES, times)
                .report(
                        most.words() + " reasons with " + Units.count(Math.round(reasoning(most)), "token")
                                + " for an answer of " + Units.count(Math.round(most.medianAnswer())) + " ("
                                + most.model().label() + ", n=" + most.calls() + ")",
                        "set a lower reasoning effort or thinking budget for it, or use a model that does not reason; check that"
                                + " the answers stay right");
    }

    /** Returns what calls without any reasoning would save at most: its share of the output's time, and its price. */
    private static Saving saving(CallPlace place) {
        double nanos = 0;
        BigDecimal usd = BigDecimal.ZERO;
        boolean priced = true;
        double tokens = 0;
        for (PlacedCall call : place.drawn()) {
            long reasoning = Math.max(0, call.tokens().reasoning());
            nanos += call.waited()
                    * (reasoning / (double) Math.max(1, call.tokens().output()));
            tokens += reasoning;
            Optional<BigDecimal> saved = usd(place, call, reasoning);
            priced &= saved.isPresent();
            usd = usd.add(saved.orElse(BigDecimal.ZERO));
        }
        BigDecimal all =
                usd.multiply(BigDecimal.valueOf(place.each())).round(new MathContext(DIGITS, RoundingMode.HALF_EVEN));
        return Saving.upTo(Math.round(nanos * place.each()))
                .plus(Saving.moneyUpTo(priced && all.signum() > 0 ? all : null, Math.round(tokens * place.each())));
    }

    private static Optional<BigDecimal> usd(CallPlace place, PlacedCall call, long reasoning) {
        Tokens used = call.tokens();
        Tokens without = new Tokens(used.input(), used.output() - reasoning, used.cacheRead(), used.cacheWrite(), 0);
        return place.saved(call, without);
    }
}
