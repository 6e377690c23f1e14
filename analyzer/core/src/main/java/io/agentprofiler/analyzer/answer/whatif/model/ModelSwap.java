// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.model;

import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.answer.tokens.price.ListedModel;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Calls of one place that go to another model, call by call: what {@link SwappedModel} supposes, for changes that are made together
 * with others, which may change the tokens of a call, too.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class ModelSwap {
    /** In how many ways the other model's times are learned again. */
    public static final int DRAWS = CallTime.DRAWS;

    private final CallScope scope;
    private final String to;
    private final CallTime time;
    private final PriceList prices;

    /**
     * Makes it.
     *
     * @param times the other model's recorded calls, {@code null} if there are none: then no time can be told
     */
    public ModelSwap(CallScope scope, String to, ModelTimes.Model times, PriceList prices) {
        this.scope = scope;
        this.to = to;
        this.time = times == null ? null : times.time();
        this.prices = prices;
    }

    public CallScope scope() {
        return scope;
    }

    /** Returns the other model. */
    public String to() {
        return to;
    }

    /** Returns the calls of a workflow that would go to the other model; failed and unfinished ones stay as recorded. */
    public List<Span> calls(Trace trace) {
        return scope.calls(trace).stream()
                .filter(call -> call.status() == SpanStatus.OK && call.isMeasured())
                .toList();
    }

    /** Answers whether the other model's calls show how long one with these tokens takes. */
    public boolean tells(Tokens tokens) {
        return time != null && time.tells(tokens.output(), ModelTimes.processed(tokens));
    }

    /**
     * Returns how long a call would take.
     *
     * @param tokens those it would have
     * @param length how long it takes as recorded
     * @param draw which of the {@value #DRAWS} ways of learning to take; negative for another one for each call. Each call is off by
     *     as much as one of the other model's was, which depends on call and draw alone
     */
    public long nanos(Trace trace, Span call, Tokens tokens, long length, int draw) {
        SplittableRandom random = new SplittableRandom(
                SplitMix64.mix(trace.id().high(), trace.id().low(), call.id()) + draw);
        int learned = draw < 0 ? random.nextInt(DRAWS) : draw;
        return Math.max(0, length - ModelPart.of(call).nanos())
                + time.random(tokens.output(), ModelTimes.processed(tokens), learned, random);
    }

    /** Returns the price of a call with these tokens in US dollars, {@code null} where it is not known. */
    public BigDecimal usd(Span call, Tokens tokens) {
        Optional<ListedModel> listed = prices.find(to);
        return listed.flatMap(model -> prices.cost(model, call, tokens))
                .map(Cost::total)
                .orElse(null);
    }

    /** Returns what the other model's times are learned from. */
    public String evidence() {
        return time == null ? "no call of " + to + " was recorded, so its times are not known" : time.words(to);
    }

    /**
     * Which model calls are meant: those of one model, all of them or those of one place.
     *
     * @param model the model asked for, as recorded
     * @param agent name of the closest agent around the call; {@code null} for any
     * @param operation name of the call itself or of a span around it; {@code null} for any
     * @param step number of the model call in its workflow, by start, from 1; 0 for any
     */
    public record CallScope(String model, String agent, String operation, int step) {
        /** Returns all calls of a model. */
        public static CallScope all(String model) {
            return new CallScope(model, null, null, 0);
        }

        /** Returns the calls of a workflow that are meant, in the order of its spans. */
        public List<Span> calls(Trace trace) {
            List<Span> calls = new ArrayList<>();
            for (Span span : trace.spans()) {
                if (isOfModel(span)) {
                    calls.add(span);
                }
            }
            if (step > 0) {
                List<Span> all = CallingPlaces.modelCalls(trace);
                Span only = step <= all.size() ? all.get(step - 1) : null;
                calls.removeIf(call -> call != only);
            }
            return calls;
        }

        private boolean isOfModel(Span span) {
            return Calls.isModelCall(span)
                    && Calls.model(span).equals(model)
                    && (agent == null || agent.equals(CallingPlaces.agent(span)))
                    && (operation == null || isIn(span));
        }

        private boolean isIn(Span call) {
            for (Span span = call; span != null; span = span.parent()) {
                if (span.name().equals(operation)) {
                    return true;
                }
            }
            return false;
        }

        /** Returns the place for people, after the model's name; empty for all calls. */
        public String words() {
            return (agent == null ? "" : " of agent " + agent)
                    + (operation == null ? "" : " in " + operation)
                    + (step == 0 ? "" : " as call " + step + " of its workflow");
        }
    }
}
