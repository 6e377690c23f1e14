// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens.spending;

import io.agentprofiler.analyzer.answer.tokens.CostSum;
import io.agentprofiler.analyzer.answer.tokens.Reported;
import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.Saturated;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.SpanKind;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;

/**
 * Tokens, money and time of one row of a {@code SpendingScope}: in all, and the most that one run of it took.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Spent {
    /** Nothing. */
    public static final Spent NONE = new Spent(0, 0, Untold.NONE, Tokens.NONE, CostSum.NONE, Unknown.LONG, 0, Map.of());

    private final long runs;
    private final long calls;
    private final Untold untold;
    private final Tokens tokens;
    private final CostSum cost;
    private final long nanos;
    private final long unmeasured;
    private final Map<Measure, Worst> worst;

    /**
     * Calls that did not tell what they used.
     *
     * @param both those that told neither figure; they are among those without each
     */
    private record Untold(long both, long input, long output) {
        static final Untold NONE = new Untold(0, 0, 0);

        Untold plus(Untold more) {
            return new Untold(both + more.both, input + more.input, output + more.output);
        }
    }

    private Spent(
            long runs,
            long calls,
            Untold untold,
            Tokens tokens,
            CostSum cost,
            long nanos,
            long unmeasured,
            Map<Measure, Worst> worst) {
        this.runs = runs;
        this.calls = calls;
        this.untold = untold;
        this.tokens = tokens;
        this.cost = cost;
        this.nanos = nanos;
        this.unmeasured = unmeasured;
        this.worst = worst;
    }

    /** Returns what the model calls of one workflow spent, embeddings included, without time. */
    public static Spent of(Trace trace, PriceList prices) {
        Spent whole = NONE;
        for (Span span : trace.spans()) {
            if (Calls.usesTokens(span)) {
                whole = whole.plus(call(span, prices.price(span)));
            }
        }
        return whole;
    }

    /** Returns what one model call spent, without time. */
    static Spent call(Span call, CallPrice price) {
        Tokens usage = Calls.usage(call);
        boolean silent = !usage.isKnown();
        // a failed call that tells nothing used nothing, as far as anyone knows
        boolean known = silent && call.status() == SpanStatus.ERROR;
        boolean input = known || usage.input() != Unknown.LONG;
        // embeddings have no output
        boolean output = known || usage.output() != Unknown.LONG || !silent && call.kind() == SpanKind.EMBEDDING;
        return new Spent(
                0,
                1,
                new Untold(silent && !known ? 1 : 0, input ? 0 : 1, output ? 0 : 1),
                usage,
                CostSum.NONE.plus(price),
                Unknown.LONG,
                0,
                Map.of());
    }

    /** Returns what a span's totals hold that no call was said to cost; {@link #NONE} for nothing. */
    static Spent unattributed(Span span) {
        BigDecimal usd = Reported.unattributed(span);
        if (usd == null) {
            return NONE;
        }
        CostSum told = CostSum.NONE.plusUnattributed(usd);
        return new Spent(0, 0, Untold.NONE, Tokens.NONE, told, Unknown.LONG, 0, Map.of());
    }

    /**
     * Returns what a finished sum of calls is as one run.
     *
     * @param runNanos how long the run took, or absent
     */
    Spent asRun(long runNanos, TraceId trace, long span) {
        Spent timed = run(runNanos, Map.of());
        Map<Measure, Worst> own = new EnumMap<>(Measure.class);
        for (Measure measure : Measure.values()) {
            BigDecimal value = timed.of(measure);
            if (value != null) {
                own.put(measure, new Worst(value, trace, span));
            }
        }
        return run(runNanos, own);
    }

    private Spent run(long runNanos, Map<Measure, Worst> own) {
        return new Spent(1, calls, untold, tokens, cost, runNanos, runNanos == Unknown.LONG ? 1 : 0, own);
    }

    /** Returns both together. */
    public Spent plus(Spent more) {
        if (this == NONE) {
            return more;
        }
        if (more == NONE) {
            return this;
        }
        return new Spent(
                runs + more.runs,
                calls + more.calls,
                untold.plus(more.untold),
                tokens.plus(more.tokens),
                cost.plus(more.cost),
                Saturated.addKnown(nanos, more.nanos),
                unmeasured + more.unmeasured,
                worst(more));
    }

    /** Copies the map only where it changes, which it seldom does. */
    private Map<Measure, Worst> worst(Spent more) {
        if (worst.isEmpty()) {
            return more.worst;
        }
        Map<Measure, Worst> both = worst;
        for (Map.Entry<Measure, Worst> entry : more.worst.entrySet()) {
            Worst own = worst.get(entry.getKey());
            Worst higher = Worst.of(own, entry.getValue());
            if (higher != own) {
                both = both == worst ? new EnumMap<>(worst) : both;
                both.put(entry.getKey(), higher);
            }
        }
        return both;
    }

    /** Returns how much of something was spent as far as it is known, or {@code null} where nothing is. */
    public BigDecimal of(Measure measure) {
        return switch (measure) {
            case TOKENS ->
                tokens.isKnown()
                        ? BigDecimal.valueOf(Math.max(0, tokens.input()))
                                .add(BigDecimal.valueOf(Math.max(0, tokens.output())))
                        : null;
            case INPUT -> known(tokens.input());
            case OUTPUT -> known(tokens.output());
            case MONEY -> cost.isKnown() ? cost.amount() : null;
            case TIME -> known(nanos);
            case CALLS -> BigDecimal.valueOf(calls);
        };
    }

    private static BigDecimal known(long number) {
        return number == Unknown.LONG ? null : BigDecimal.valueOf(number);
    }

    /** Returns how many calls, or runs where it is about time, are not in {@link #of} because nobody knows their part. */
    public long unknown(Measure measure) {
        return switch (measure) {
            case TOKENS -> untold.input + untold.output - untold.both;
            case INPUT -> untold.input;
            case OUTPUT -> untold.output;
            case MONEY -> cost.unpricedCalls();
            case TIME -> unmeasured;
            case CALLS -> 0;
        };
    }

    /** Returns the most that one run spent, or {@code null} when no run is known to have spent anything of the kind. */
    public Worst worst(Measure measure) {
        return worst.get(measure);
    }

    /** Returns how many runs there were; 0 where there are no single runs. */
    public long runs() {
        return runs;
    }

    /** Returns how many model calls, embeddings included. */
    public long calls() {
        return calls;
    }

    /** Returns how many of the calls reported neither input nor output; failed ones are not among them. */
    public long callsWithoutUsage() {
        return untold.both;
    }

    public Tokens tokens() {
        return tokens;
    }

    public CostSum cost() {
        return cost;
    }

    /** Returns the sum of the runs' times, or absent. */
    public long nanos() {
        return nanos;
    }

    /**
     * The highest value of single runs, and where it was. Of equal values the one with the smallest ids, so that the order of
     * merging does not matter.
     *
     * @param value tokens, US dollars or nanoseconds
     * @param trace the workflow
     * @param span the span
     */
    public record Worst(BigDecimal value, TraceId trace, long span) {
        private static final Comparator<Worst> ORDER = Comparator.comparing(Worst::value)
                .thenComparing(Worst::trace, Comparator.reverseOrder())
                .thenComparing(Worst::span, Comparator.reverseOrder());

        /** Returns the higher of two, either of which may be {@code null}. */
        static Worst of(Worst one, Worst other) {
            if (one == null || other == null) {
                return one == null ? other : one;
            }
            return ORDER.compare(one, other) >= 0 ? one : other;
        }
    }

    /** What can be spent. */
    public enum Measure {
        /** Input and output tokens together. */
        TOKENS("tokens"),
        INPUT("input_tokens"),
        OUTPUT("output_tokens"),
        /** US dollars at list prices. */
        MONEY("usd"),
        /** Time, in nanoseconds. */
        TIME("time"),
        /** Calls of language and embedding models. */
        CALLS("calls");

        private final String word;

        Measure(String word) {
            this.word = word;
        }

        /** Returns the word of options and files. */
        public String word() {
            return word;
        }

        @Override
        public String toString() {
            return word;
        }
    }
}
