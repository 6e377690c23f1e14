// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.goal.step;

import io.agentprofiler.analyzer.answer.critical.LatencySplit;
import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.answer.critical.Schedule;
import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.critical.ToolTurn;
import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.answer.tokens.CostSum.Unpriced;
import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.whatif.model.ModelSwap;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.math.BigDecimal;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * One workflow with some changes made together. All of them are simulated on the same schedule, and cost and tokens are counted
 * from the calls that are left, so nothing is saved twice.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Draft {
    private final Trace trace;
    private final PriceList prices;
    /** Calls that a cache answers. */
    private final BitSet answered = new BitSet();
    /** These and the spans below them, which are not there any more. */
    private final BitSet removed = new BitSet();

    private final Map<Span, ModelSwap> swaps = new HashMap<>();
    private final Map<Span, Tokens> tokens = new HashMap<>();
    /** How much sooner the first chunk of a call comes. */
    private final Map<Span, Long> sooner = new HashMap<>();
    /** What calls pay less that keep their model and tokens; {@code null} where not known. */
    private final Map<Span, BigDecimal> cheaper = new HashMap<>();

    private final Map<Span, ToolTurn> turns = new HashMap<>();
    /** How long the answer of a call takes to begin that is streamed only now, or by another model. */
    private final Map<Span, Long> begins = new HashMap<>();

    /** Starts with the workflow as it was recorded. */
    public Draft(Trace trace, PriceList prices) {
        this.trace = trace;
        this.prices = prices;
    }

    Trace trace() {
        return trace;
    }

    /** Answers whether a call is still made. */
    boolean isMade(Span call) {
        return !removed.get(call.index());
    }

    /** Answers whether a call is made as recorded, but for what runs beside it. */
    boolean isAsRecorded(Span call) {
        return isMade(call) && !swaps.containsKey(call) && !tokens.containsKey(call);
    }

    /** Answers a call from a cache: it takes no time, and neither it nor the calls below it are made. */
    void answer(Span call) {
        answered.set(call.index());
        removed.set(call.index(), call.index() + call.size());
    }

    /** Sends a call to another model. */
    void swap(Span call, ModelSwap to) {
        swaps.put(call, to);
    }

    /** Returns the other model of a call, {@code null} where it keeps its own. */
    ModelSwap swapOf(Span call) {
        return swaps.get(call);
    }

    /** Returns the tokens of a call. */
    Tokens tokensOf(Span call) {
        return tokens.getOrDefault(call, Calls.usage(call));
    }

    /** Gives a call other tokens. */
    void setTokens(Span call, Tokens other) {
        tokens.put(call, other);
    }

    /** Lets the first chunk of a call come sooner, by so many nanoseconds. */
    void bringForward(Span call, long nanos) {
        sooner.merge(call, nanos, Long::sum);
    }

    /** Lets a call cost less, by so many US dollars; {@code null} where that is not known. */
    void reduce(Span call, BigDecimal usd) {
        cheaper.put(call, usd);
    }

    /** Runs the tools of a turn at once. */
    void atOnce(ToolTurn turn) {
        turn.calls().forEach(call -> turns.put(call, turn));
    }

    /** Says how long after its request the answer of a call begins, in nanoseconds. */
    void setBegin(Span call, long nanos) {
        begins.put(call, nanos);
    }

    /** Returns the last model call to begin, whose answer is the final one; {@code null} where there is none. */
    static Span finalCall(Trace trace) {
        Span last = null;
        for (Span span : trace.spans()) {
            if (Calls.isModelCall(span) && (last == null || span.startNanos() >= last.startNanos())) {
                last = span;
            }
        }
        return last;
    }

    /**
     * Returns the workflow's figures.
     *
     * @param draw which of the {@link ModelSwap#DRAWS} ways to take in which the times of other models may be learned; negative for a
     *     mixture of all
     */
    public WorkflowFigures figures(int draw) {
        boolean ended = trace.isTimed() && trace.roots().stream().noneMatch(root -> root.has(SpanFlag.UNFINISHED));
        if (!swaps.entrySet().stream().allMatch(swap -> swap.getValue().tells(tokensOf(swap.getKey())))) {
            return new WorkflowFigures(Double.NaN, Double.NaN, usd(), tokens());
        }
        Schedule schedule = Schedule.of(trace);
        Supposition change = change(draw);
        double nanos = ended ? schedule.wallNanos(change) : Double.NaN;
        return new WorkflowFigures(nanos, firstChunk(schedule, change, nanos), usd(), tokens());
    }

    private Supposition change(int draw) {
        return new Supposition() {
            @Override
            public ToolTurn turn(Span call) {
                return turns.get(call);
            }

            @Override
            public long length(Span span, long length) {
                if (answered.get(span.index())) {
                    return 0;
                }
                ModelSwap swap = swaps.get(span);
                return swap != null
                        ? swap.nanos(trace, span, tokensOf(span), length, draw)
                        : Math.max(0, length - sooner.getOrDefault(span, 0L));
            }
        };
    }

    private double firstChunk(Schedule schedule, Supposition change, double wallNanos) {
        Span last = finalCall(trace);
        if (last == null || !trace.isTimed() || last.status() != SpanStatus.OK) {
            return Double.NaN;
        }
        double begin = schedule.beginNanos(change, last);
        if (!isMade(last)) {
            return Math.min(begin, wallNanos);
        }
        double length = schedule.lengths(change)[last.index()];
        boolean streamed = last.chunks() != null && last.chunks().count() > 0;
        if (begins.containsKey(last)) {
            LatencySplit split = LatencySplit.of(last);
            double before =
                    Math.max(0, split.nanos(LatencyPart.WAITING)) + Math.max(0, split.nanos(LatencyPart.RETRYING));
            return begin + Math.min(length, before + begins.get(last));
        }
        if (!streamed) {
            return begin + length;
        }
        if (swaps.containsKey(last)) {
            // nobody knows when a stream of the other model begins
            return Double.NaN;
        }
        double first = Math.min(last.chunks().firstNanos(), last.endNanos()) - last.startNanos();
        return begin + Math.max(0, first - sooner.getOrDefault(last, 0L));
    }

    private double usd() {
        BigDecimal sum = BigDecimal.ZERO;
        for (Span span : trace.spans()) {
            if (Calls.usesTokens(span) && isMade(span)) {
                BigDecimal usd = usd(span);
                if (usd == null) {
                    return Double.NaN;
                }
                sum = sum.add(usd);
            }
        }
        return sum.doubleValue();
    }

    private BigDecimal usd(Span call) {
        ModelSwap swap = swaps.get(call);
        if (swap != null) {
            return swap.usd(call, tokensOf(call));
        }
        CallPrice price = prices.price(call);
        if (!price.isKnown()) {
            boolean free = price.unpriced() == Unpriced.FAILED || price.unpriced() == Unpriced.IN_PROCESS;
            return free ? BigDecimal.ZERO : null;
        }
        if (tokens.containsKey(call)) {
            return prices.cost(price.model(), call, tokens.get(call))
                    .map(Cost::total)
                    .orElse(null);
        }
        if (!cheaper.containsKey(call)) {
            return price.cost().total();
        }
        BigDecimal less = cheaper.get(call);
        return less == null ? null : price.cost().total().subtract(less);
    }

    private double tokens() {
        double sum = 0;
        for (Span span : trace.spans()) {
            if (Calls.usesTokens(span) && isMade(span)) {
                Tokens used = tokensOf(span);
                if (used.isKnown()) {
                    sum += Math.max(0, used.input()) + Math.max(0, used.output());
                } else if (span.status() == SpanStatus.OK) {
                    return Double.NaN;
                }
            }
        }
        return sum;
    }

    /** Returns a workflow with all these steps, applied in the order of their kinds. */
    public static Draft of(Trace trace, PriceList prices, Collection<PlanStep> steps) {
        Draft draft = new Draft(trace, prices);
        steps.stream().sorted(Comparator.comparingInt(PlanStep::order)).forEach(step -> step.apply(draft));
        return draft;
    }

    /**
     * The figures of one workflow, as recorded or as changed; each is {@link Double#NaN} where it is not known.
     *
     * @param nanos its run time
     * @param firstChunkNanos from its start until the final answer begins to be seen: the first chunk of the last model call to begin, or
     *     the end of that call where its answer was not streamed
     * @param usd what its calls cost by the price list, in US dollars
     * @param tokens input and output tokens of its calls
     */
    public record WorkflowFigures(double nanos, double firstChunkNanos, double usd, double tokens) {}
}
