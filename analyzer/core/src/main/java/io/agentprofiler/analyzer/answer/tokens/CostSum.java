// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens;

import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What calls cost together at list prices, and how many are not in the sum because nobody knows what they cost. Beside it, and in no
 * sum with it, what they were said to cost.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class CostSum {
    /** No call. */
    public static final CostSum NONE =
            new CostSum(Cost.ZERO, 0, new long[Unpriced.values().length], LeftOut.NONE, Reported.NONE);

    private final Cost cost;
    private final long priced;
    /** By the reason's ordinal; never changed. */
    private final long[] unpriced;

    private final LeftOut leftOut;
    private final Reported reported;

    private CostSum(Cost cost, long priced, long[] unpriced, LeftOut leftOut, Reported reported) {
        this.cost = cost;
        this.priced = priced;
        this.unpriced = unpriced;
        this.leftOut = leftOut;
        this.reported = reported;
    }

    /** Returns the sum with one more call. */
    public CostSum plus(CallPrice call) {
        if (call.isKnown()) {
            return new CostSum(
                    cost.plus(call.cost()), priced + 1, unpriced, leftOut.plus(call.leftOut()), reported.plus(call));
        }
        long[] more = unpriced.clone();
        more[call.unpriced().ordinal()]++;
        return new CostSum(cost, priced, more, leftOut, reported.plus(call));
    }

    /** Returns both together. */
    public CostSum plus(CostSum other) {
        if (this == NONE) {
            return other;
        }
        if (other == NONE) {
            return this;
        }
        return new CostSum(
                cost.plus(other.cost),
                priced + other.priced,
                sum(unpriced, other.unpriced),
                leftOut.plus(other.leftOut),
                reported.plus(other.reported));
    }

    /** Returns the sum with what totals hold beyond the cost of all calls. */
    public CostSum plusUnattributed(BigDecimal more) {
        return new CostSum(cost, priced, unpriced, leftOut, reported.plusUnattributed(more));
    }

    private static long[] sum(long[] one, long[] other) {
        long[] sum = new long[one.length];
        for (int i = 0; i < sum.length; i++) {
            sum[i] = one[i] + other[i];
        }
        return sum;
    }

    /** Answers whether the sum is of anything: without a priced call its amount says nothing. */
    public boolean isKnown() {
        return priced > 0;
    }

    /** Returns the sum's parts, in US dollars. */
    public Cost cost() {
        return cost;
    }

    /** Returns the sum in US dollars. */
    public BigDecimal amount() {
        return cost.total();
    }

    /** Returns how many calls are in the sum. */
    public long pricedCalls() {
        return priced;
    }

    /** Returns how many calls that answered are not in the sum. Failed calls without usage are not among them. */
    public long unpricedCalls() {
        return unpriced().entrySet().stream()
                .filter(entry -> entry.getKey() != Unpriced.FAILED)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Returns the calls that are not in the sum, by the reason. */
    public Map<Unpriced, Long> unpriced() {
        Map<Unpriced, Long> counts = new EnumMap<>(Unpriced.class);
        for (Unpriced reason : Unpriced.values()) {
            if (unpriced[reason.ordinal()] > 0) {
                counts.put(reason, unpriced[reason.ordinal()]);
            }
        }
        return Collections.unmodifiableMap(counts);
    }

    /** Returns what of the calls in the sum is not in it, as the list has no price for it. */
    public LeftOut leftOut() {
        return leftOut;
    }

    /** Returns what the calls were said to cost. */
    public Reported reported() {
        return reported;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CostSum sum
                && priced == sum.priced
                && Arrays.equals(unpriced, sum.unpriced)
                && leftOut.equals(sum.leftOut)
                && amount().compareTo(sum.amount()) == 0
                && reported.isSame(sum.reported);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(priced) * 31 + Arrays.hashCode(unpriced);
    }

    @Override
    public String toString() {
        return (isKnown() ? amount().toPlainString() + " USD of " + priced + " calls" : "unpriced") + " " + unpriced();
    }

    /** Why a call has no price. */
    public enum Unpriced {
        /** The model answered without saying what it used. */
        NO_USAGE("no_usage", "usage not reported"),
        /** The call failed without usage: providers seldom charge for that, but nobody knows. */
        FAILED("failed", "failed, usage not reported"),
        /** The list has no such model of that provider. */
        UNKNOWN_MODEL("unknown_model", "model not in the price list"),
        /** It ran inside the traced process, on the machine's own time: nobody bills it, and no list has it. */
        IN_PROCESS("in_process", "in-process model, billed by nobody"),
        /** The list has no such provider; it may be a server of one's own. */
        UNKNOWN_PROVIDER("unknown_provider", "provider not in the price list"),
        /** The list has the model, but no price for tokens it used. */
        NO_PRICE("no_price", "model listed without a price for its tokens");

        private final String word;
        private final String text;

        Unpriced(String word, String text) {
            this.word = word;
            this.text = text;
        }

        /** Returns the name in files. */
        public String word() {
            return word;
        }

        /** Returns what to say of such calls to people. */
        public String text() {
            return text;
        }
    }

    /**
     * What a price list does not say of calls that it has a price for: their cost is without it.
     *
     * @param webSearches searches that the provider ran for answers, without a price
     * @param batchCalls calls in a batch, without a discount
     */
    public record LeftOut(long webSearches, long batchCalls) {
        /** Nothing is left out. */
        public static final LeftOut NONE = new LeftOut(0, 0);

        /** Returns both together. */
        LeftOut plus(LeftOut more) {
            return more.isNothing()
                    ? this
                    : isNothing() ? more : new LeftOut(webSearches + more.webSearches, batchCalls + more.batchCalls);
        }

        private boolean isNothing() {
            return webSearches == 0 && batchCalls == 0;
        }
    }
}
