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
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds answers many times longer than others of the same agent. The answers of one call site are compared with those of the others,
 * and single answers with others of the same call site. Answers that request tools are left out.
 */
public final class LongAnswers extends FindingRule {
    static final Threshold LONG_ANSWER_TIMES = new Threshold(
            "long-answer-times",
            10,
            "how many times longer an answer is than the median of the others of the same agent");
    static final Threshold LONG_ANSWER_TOKENS =
            new Threshold("long-answer-tokens", 200, "length of such an answer in tokens");

    /** Shorter answers are a word, a class or a number: nothing to compare a text with. */
    private static final double LEAST_USUAL = 15;

    private static final int ENOUGH = 5;
    private static final int DIGITS = 12;
    /** What is certainly saved leaves answers so much of the length at which they are called long. */
    private static final double HALF_AS_LONG = 0.5;

    /** Long answers of a place, each of which stands for several calls. */
    private record LongAnswer(CallPlace place, List<PlacedCall> calls, boolean isAll, double usual, String words) {
        double each() {
            return place.each();
        }

        double median() {
            return Median.of(calls.stream().mapToDouble(PlacedCall::answer).toArray());
        }
    }

    public LongAnswers() {
        super("long-answers", LONG_ANSWER_TIMES, LONG_ANSWER_TOKENS);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(CallPlaces.OF_CALLS, AnswerSpeed.BY_MODEL);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        for (Span span : workflow.trace().spans()) {
            if (Calls.isModelCall(span)
                    && span.isMeasured()
                    && span.status() == SpanStatus.OK
                    && span.tokens().output() >= workflow.of(LONG_ANSWER_TOKENS)) {
                String subject = Operation.asking(span).label();
                AnswerSpeed.Streamed parts = AnswerSpeed.Streamed.of(workflow, span);
                long from = AnswerSpeed.requested(workflow, span) + (parts == null ? 0 : parts.firstNanos());
                workflow.explains(this, subject, Confidence.STRONG, span, from, span.endNanos());
                workflow.explainsCost(this, subject, Confidence.STRONG, List.of(span));
            }
        }
    }

    @Override
    public void assess(Assessment assessment) {
        Map<String, List<CallPlace>> callers = new TreeMap<>();
        for (CallPlace place : assessment.input(CallPlaces.OF_CALLS).places()) {
            if (!place.asksTools() && place.drawn().size() >= ENOUGH) {
                callers.computeIfAbsent(place.caller(), any -> new ArrayList<>())
                        .add(place);
            }
        }
        Map<String, List<LongAnswer>> bySubject = new TreeMap<>();
        callers.values()
                .forEach(places -> places.forEach(place -> found(place, places, assessment)
                        .ifPresent(found -> bySubject
                                .computeIfAbsent(place.subject(), any -> new ArrayList<>())
                                .add(found))));
        bySubject.forEach((subject, found) -> report(assessment, subject, found));
    }

    private static Optional<LongAnswer> found(CallPlace place, Collection<CallPlace> ofCaller, Assessment assessment) {
        double[] others = ofCaller.stream()
                .filter(other -> other != place)
                .mapToDouble(CallPlace::medianAnswer)
                .toArray();
        double own = place.medianAnswer();
        if (others.length > 0 && isLong(own, Median.of(others), assessment)) {
            return Optional.of(new LongAnswer(place, place.drawn(), true, Median.of(others), place.words()));
        }
        List<PlacedCall> outliers = place.drawn().stream()
                .filter(call -> isLong(call.answer(), own, assessment))
                .toList();
        return outliers.isEmpty()
                ? Optional.empty()
                : Optional.of(new LongAnswer(
                        place,
                        outliers,
                        false,
                        own,
                        Units.count(Math.round(outliers.size() * place.each())) + " of "
                                + Units.count(place.calls(), "answer") + " to " + place.words()));
    }

    private static boolean isLong(double answer, double usual, Assessment assessment) {
        return usual >= LEAST_USUAL
                && answer >= assessment.of(LONG_ANSWER_TOKENS)
                && answer >= assessment.of(LONG_ANSWER_TIMES) * usual;
    }

    private void report(Assessment assessment, String subject, List<LongAnswer> all) {
        LongAnswer first = all.get(0);
        Saving saving = Saving.NONE;
        double calls = 0;
        List<Evidence> evidence = new ArrayList<>();
        for (LongAnswer found : all) {
            first = found.median() / found.usual() > first.median() / first.usual() ? found : first;
            saving = saving.plus(saving(found, assessment));
            calls += found.calls().size() * found.each();
            found.calls().forEach(call -> evidence.add(call.evidence(call.answer())));
        }
        evidence.sort(Evidence.WEIGHTIEST_FIRST);
        double times = first.median() / first.usual();
        assessment
                .about(this, subject)
                .confidence(Confidence.STRONG)
                .occurrences(
                        Math.round(calls),
                        evidence.stream().map(Evidence::trace).distinct().count())
                .saves(saving)
                .evidence(evidence.stream().limit(Evidence.MOST).toList())
                .over(LONG_ANSWER_TIMES, times)
                .report(
                        first.words() + (first.isAll() ? " is answered" : " are") + " with "
                                + Units.count(Math.round(first.median()), "token") + ", "
                                + Math.round(times) + " times as many as "
                                + (first.isAll() ? "its other calls" : "the median of these answers")
                                + " (" + Units.count(Math.round(first.usual())) + ")",
                        "ask for a shorter answer, or set a limit (max_tokens); what of it is needed is for you to judge");
    }

    /**
     * Returns what shorter answers would save at the model's own speed: at least the time of the tokens beyond half of what is called
     * long, at most that of all but one; and the money of those beyond what is usual.
     */
    private static Saving saving(LongAnswer found, Assessment assessment) {
        AnswerSpeed speed =
                assessment.input(AnswerSpeed.BY_MODEL).get(found.place().model().label());
        SpeedEstimate estimate = speed == null ? null : speed.estimate();
        double kept = HALF_AS_LONG * assessment.of(LONG_ANSWER_TIMES) * found.usual();
        double least = 0;
        double most = 0;
        BigDecimal usd = BigDecimal.ZERO;
        boolean priced = true;
        double tokens = 0;
        for (PlacedCall call : found.calls()) {
            double perToken = call.generationNanos() > 0
                    ? call.generationNanos() / (double) Math.max(1, call.answer() - 1)
                    : estimate == null ? Double.NaN : estimate.tokenNanos();
            if (Double.isNaN(perToken)) {
                most += Math.min(call.waited(), call.nanos());
            } else {
                least += Math.min(call.waited(), perToken * Math.max(0, call.answer() - kept));
                most += Math.min(call.waited(), perToken * Math.max(0, call.answer() - 1));
            }
            Optional<BigDecimal> saved = usd(found.place(), call, found.usual());
            priced &= saved.isPresent();
            usd = usd.add(saved.orElse(BigDecimal.ZERO));
            tokens += call.answer() - found.usual();
        }
        BigDecimal all =
                usd.multiply(BigDecimal.valueOf(found.each())).round(new MathContext(DIGITS, RoundingMode.HALF_EVEN));
        return Saving.between(Math.round(least * found.each()), Math.round(most * found.each()))
                .plus(Saving.money(priced && all.signum() > 0 ? all : null, Math.round(tokens * found.each())));
    }

    private static Optional<BigDecimal> usd(CallPlace place, PlacedCall call, double usual) {
        Tokens used = call.tokens();
        long output = used.output() - call.answer() + Math.round(usual);
        return place.saved(
                call, new Tokens(used.input(), output, used.cacheRead(), used.cacheWrite(), used.reasoning()));
    }
}
