// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.model;

import io.agentprofiler.analyzer.answer.critical.Schedule;
import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.ListedModel;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.whatif.Scenario;
import io.agentprofiler.analyzer.answer.whatif.ScenarioTotals;
import io.agentprofiler.analyzer.answer.whatif.SimulatedWorkflow;
import io.agentprofiler.analyzer.answer.whatif.TimeRange;
import io.agentprofiler.analyzer.answer.whatif.model.ModelSwap.CallScope;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The calls of one model go to another one: with its recorded times by size, and its listed price. */
public final class SwappedModel implements Scenario {
    private final String from;
    private final CallScope scope;
    private final String to;
    private final CallTime time;
    private final PriceList prices;
    private final List<String> outcomes;

    /**
     * Makes the scenario.
     *
     * @param times the other model's recorded calls; {@code null} if there are none: time is not estimated
     * @param outcomes what is known about the quality of both models, a line each
     */
    public SwappedModel(String from, String to, ModelTimes.Model times, PriceList prices, List<String> outcomes) {
        this(CallScope.all(from), to, times, prices, outcomes);
    }

    /**
     * Makes the scenario for calls of some places.
     *
     * @param scope the calls to replace
     * @param times the other model's recorded calls; {@code null} if there are none: time is not estimated
     * @param outcomes what is known about the quality of both models, a line each
     */
    public SwappedModel(CallScope scope, String to, ModelTimes.Model times, PriceList prices, List<String> outcomes) {
        this.scope = scope;
        this.from = scope.model();
        this.to = to;
        this.time = CallTime.of(times);
        this.prices = prices;
        this.outcomes = List.copyOf(outcomes);
    }

    @Override
    public SimulatedWorkflow of(Trace trace) {
        long swapped = 0;
        long unpriced = 0;
        long failed = 0;
        long open = 0;
        long outside = 0;
        long untold = 0;
        BigDecimal saved = null;
        List<Span> meant = scope.calls(trace);
        for (Span span : meant) {
            if (isSwapped(span)) {
                swapped++;
                BigDecimal less = savedUsd(span);
                unpriced += less == null ? 1 : 0;
                boolean told = time != null && time.tells(span.tokens().output(), ModelTimes.processed(span));
                untold += told ? 0 : 1;
                outside += told && time.isOutside(span.tokens().output()) ? 1 : 0;
                saved = ScenarioTotals.sum(saved, less);
            } else if (span.status() == SpanStatus.ERROR) {
                failed++;
            } else {
                open++;
            }
        }
        TreeMap<String, Long> counts = new TreeMap<>();
        counts.put("calls of " + from, swapped);
        counts.put("calls of " + from + " without a known price before or after", unpriced);
        counts.put("failed calls of " + from + ", left as recorded", failed);
        if (open > 0) {
            counts.put("calls of " + from + " without an end or cancelled, left as recorded", open);
        }
        if (outside > 0) {
            counts.put("calls of " + from + " shorter or longer than any recorded call of " + to, outside);
        }
        if (swapped == 0 || time == null || from.equals(to)) {
            return new SimulatedWorkflow(trace.durationNanos(), 0, saved, counts);
        }
        if (untold > 0) {
            counts.put("calls of " + from + " whose time on " + to + " cannot be told", untold);
            return SimulatedWorkflow.untold(saved, counts);
        }
        long[] draws = draws(trace, meant);
        return new SimulatedWorkflow(TimeRange.median(draws), 0, saved, counts).withDraws(draws);
    }

    /** Returns a run time for each simulation. The random numbers depend on the workflow alone. */
    private long[] draws(Trace trace, List<Span> meant) {
        Schedule schedule = Schedule.of(trace);
        SplittableRandom random = new SplittableRandom(
                SplitMix64.mix(trace.id().high(), trace.id().low()));
        Map<Span, ModelPart> parts = new HashMap<>();
        meant.stream().filter(SwappedModel::isSwapped).forEach(call -> parts.put(call, ModelPart.of(call)));
        long[] draws = new long[CallTime.DRAWS];
        for (int i = 0; i < draws.length; i++) {
            int draw = i;
            draws[i] = schedule.wallNanos(new Supposition() {
                @Override
                public long length(Span span, long length) {
                    ModelPart part = parts.get(span);
                    return part == null
                            ? length
                            : Math.max(0, length - part.nanos())
                                    + time.random(span.tokens().output(), ModelTimes.processed(span), draw, random);
                }
            });
        }
        return draws;
    }

    private static boolean isSwapped(Span call) {
        return call.status() == SpanStatus.OK && call.isMeasured();
    }

    private BigDecimal savedUsd(Span call) {
        CallPrice before = prices.price(call);
        Optional<ListedModel> listed = prices.find(to);
        if (!before.isKnown() || listed.isEmpty()) {
            return null;
        }
        Optional<Cost> after = prices.cost(listed.get(), call, call.tokens());
        return after.isEmpty()
                ? null
                : before.cost().total().subtract(after.get().total());
    }

    @Override
    public boolean estimatesTime() {
        return time != null;
    }

    @Override
    public List<String> evidence() {
        List<String> lines = new ArrayList<>();
        lines.add(
                time == null
                        ? "no call of " + to + " was recorded, so time is not estimated"
                        : "time of a call: " + time.words(to));
        if (time != null) {
            lines.add("the range is that of 19 in 20 simulations: what was learned is off by as much as other calls of "
                    + to + " would have shown, and every call by as much as one of these was");
        }
        lines.addAll(outcomes);
        return lines;
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                "the same number of tokens (though tokenizers differ), cached as before, at the listed price of " + to
                        + " (" + (prices.find(to).isPresent() ? prices.label() : "it has none") + ")",
                "only the time from the last request of a call to the end of its answer changes; failed calls and attempts fail"
                        + " again, and take as long",
                to + " answers as fast as when it was recorded: its load does not change",
                "quality unknown: the recording cannot tell whether its answers are as good and lead to the same further calls");
    }
}
