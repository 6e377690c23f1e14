// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif.model;

import io.agentprofiler.analyzer.cost.Cost;
import io.agentprofiler.analyzer.cost.price.CallPrice;
import io.agentprofiler.analyzer.cost.price.ListedModel;
import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.critical.Change;
import io.agentprofiler.analyzer.critical.Schedule;
import io.agentprofiler.analyzer.input.event.SpanStatus;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.stat.SplitMix64;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.whatif.Scenario;
import io.agentprofiler.analyzer.whatif.ScenarioTotals;
import io.agentprofiler.analyzer.whatif.SimulatedWorkflow;
import io.agentprofiler.analyzer.whatif.TimeRange;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The calls of one model go to another one: with its recorded times by size, and its listed price. */
public final class SwappedModel implements Scenario {
    /** How often a workflow is simulated, each time with the errors of other recorded calls. */
    static final int DRAWS = 100;

    private final String from;
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
        this.from = from;
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
        long beyond = 0;
        BigDecimal saved = null;
        for (Span span : trace.spans()) {
            failed += isOfModel(span) && span.status() != SpanStatus.OK ? 1 : 0;
            if (isSwapped(span)) {
                swapped++;
                BigDecimal less = savedUsd(span);
                unpriced += less == null ? 1 : 0;
                beyond += time != null && time.isBeyond(span.tokens().output()) ? 1 : 0;
                saved = ScenarioTotals.sum(saved, less);
            }
        }
        TreeMap<String, Long> counts = new TreeMap<>();
        counts.put("calls of " + from, swapped);
        counts.put("calls of " + from + " without a known price before or after", unpriced);
        counts.put("failed calls of " + from + ", left as recorded", failed);
        if (beyond > 0) {
            counts.put("calls of " + from + " longer than any recorded call of " + to, beyond);
        }
        if (swapped == 0 || time == null || from.equals(to)) {
            return new SimulatedWorkflow(trace.durationNanos(), 0, saved, counts);
        }
        Schedule schedule = Schedule.of(trace);
        if (!time.hasResiduals()) {
            return new SimulatedWorkflow(schedule.wallNanos(new Swap(null)), 0, saved, counts);
        }
        long[] draws = draws(trace, schedule);
        return new SimulatedWorkflow(TimeRange.median(draws), 0, saved, counts).withDraws(draws);
    }

    /** Returns a run time for each simulation. The random numbers depend on the workflow alone. */
    private long[] draws(Trace trace, Schedule schedule) {
        SplittableRandom random = new SplittableRandom(
                SplitMix64.mix(trace.id().high(), trace.id().low()));
        long[] draws = new long[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            draws[i] = schedule.wallNanos(new Swap(random));
        }
        return draws;
    }

    /** The other model's times; with random errors if there are enough calls to draw them from. */
    private final class Swap implements Change {
        private final SplittableRandom random;

        Swap(SplittableRandom random) {
            this.random = random;
        }

        @Override
        public long length(Span span, long length) {
            if (!isSwapped(span)) {
                return length;
            }
            Tokens tokens = span.tokens();
            return random == null
                    ? time.nanos(tokens.output(), tokens.input())
                    : time.random(tokens.output(), tokens.input(), random);
        }
    }

    private boolean isOfModel(Span span) {
        return Calls.isModelCall(span) && Calls.model(span).equals(from);
    }

    private boolean isSwapped(Span span) {
        return isOfModel(span) && span.status() == SpanStatus.OK;
    }

    private BigDecimal savedUsd(Span call) {
        CallPrice before = prices.price(call);
        Optional<ListedModel> listed = prices.find(to);
        if (!before.isKnown() || listed.isEmpty()) {
            return null;
        }
        Optional<Cost> after = listed.get().at(call.startNanos()).cost(call.tokens());
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
            lines.add(
                    time.hasResiduals()
                            ? "ranges are those of 8 in 10 simulations, each with every call off by as much as one of these was"
                            : "too few calls of " + to + " to estimate a range");
        }
        lines.addAll(outcomes);
        return lines;
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                "the same number of tokens (though tokenizers differ), cached as before, at the listed price of " + to
                        + " (" + (prices.find(to).isPresent() ? prices.label() : "it has none") + ")",
                "failed calls fail again, and take as long",
                "quality unknown: the recording cannot tell whether its answers are as good and lead to the same further calls");
    }
}
