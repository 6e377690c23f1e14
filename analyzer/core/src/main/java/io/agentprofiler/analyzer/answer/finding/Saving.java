// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * What a change would save of all workflows together: time and money, each exact, or the range it lies in where the recording cannot
 * tell how far something can be shortened.
 *
 * @param nanos run time that would be saved at least; 0 when none is certain
 * @param mostNanos run time that would be saved at most, not below {@code nanos}; 0 when none is claimed
 * @param usd US dollars that would be saved at least, {@code null} when that is not known
 * @param mostUsd US dollars that would be saved at most, not below {@code usd}; {@code null} when that is not known
 * @param tokens tokens that would not be sent
 */
public record Saving(long nanos, long mostNanos, BigDecimal usd, BigDecimal mostUsd, long tokens) {
    /** Nothing is claimed. */
    public static final Saving NONE = time(0);

    /** Share of the range that counts when savings are ordered. */
    private static final double LIKELY_PART = 0.4;

    private static final int USD_DIGITS = 12;

    /** Makes a saving. */
    public Saving {
        if (nanos < 0 || mostNanos < nanos) {
            throw new IllegalArgumentException("saves between " + nanos + " and " + mostNanos + " ns");
        }
        if ((usd == null) != (mostUsd == null) || usd != null && usd.compareTo(mostUsd) > 0) {
            throw new IllegalArgumentException("saves between " + usd + " and " + mostUsd + " dollars");
        }
    }

    /** Returns an exact saving of run time. */
    public static Saving time(long nanos) {
        return between(nanos, nanos);
    }

    /** Returns a saving of at most this run time. The recording does not show how much. */
    public static Saving upTo(long mostNanos) {
        return between(0, mostNanos);
    }

    /** Returns a saving of run time within a range. */
    public static Saving between(long nanos, long mostNanos) {
        return new Saving(nanos, mostNanos, null, null, 0);
    }

    /** Returns an exact saving of money and tokens. */
    public static Saving money(BigDecimal usd, long tokens) {
        return new Saving(0, 0, usd, usd, tokens);
    }

    /** Returns a saving of at most this much money. The recording does not show how much. */
    public static Saving moneyUpTo(BigDecimal mostUsd, long tokens) {
        return new Saving(0, 0, mostUsd == null ? null : BigDecimal.ZERO, mostUsd, tokens);
    }

    /** Returns the sum of both savings. Associative and commutative. */
    public Saving plus(Saving more) {
        return new Saving(
                nanos + more.nanos,
                mostNanos + more.mostNanos,
                sum(usd, more.usd),
                sum(mostUsd, more.mostUsd),
                tokens + more.tokens);
    }

    private static BigDecimal sum(BigDecimal one, BigDecimal other) {
        return one == null ? other : other == null ? one : one.add(other);
    }

    /** Returns the parts of its time, and of its money and tokens, that nothing else saves already: each 0 to 1. */
    Saving part(double ofTime, double ofMoney) {
        return new Saving(
                Math.round(nanos * ofTime),
                Math.max(Math.round(nanos * ofTime), Math.round(mostNanos * ofTime)),
                part(usd, ofMoney),
                part(mostUsd, ofMoney),
                Math.round(tokens * ofMoney));
    }

    private static BigDecimal part(BigDecimal usd, double part) {
        return usd == null || part == 1
                ? usd
                : usd.multiply(BigDecimal.valueOf(part)).setScale(USD_DIGITS, RoundingMode.HALF_UP);
    }

    /** Returns the run time used to order savings: the certain part plus a share of the possible part. */
    public double likelyNanos() {
        return nanos + LIKELY_PART * (mostNanos - nanos);
    }

    /** Returns the same of which no run time is certain: the recording does not tell what waited for what. */
    public Saving withoutCertainTime() {
        return nanos == 0 ? this : new Saving(0, mostNanos, usd, mostUsd, tokens);
    }

    /** Returns which part of the money that is saved at most counts where savings are compared; 1 where none is claimed. */
    public double likelyMoneyPart() {
        if (!isMoneySaved()) {
            return 1;
        }
        double least = usd.doubleValue() / mostUsd.doubleValue();
        return least + LIKELY_PART * (1 - least);
    }

    /** Answers whether the recording tells how much run time would be saved, not only a range. */
    public boolean isExact() {
        return nanos == mostNanos;
    }

    /** Answers whether the recording tells how much money would be saved, not only a range, or nothing of money is known. */
    public boolean isMoneyExact() {
        return usd == null || usd.compareTo(mostUsd) == 0;
    }

    /** Answers whether a saving of time or money is claimed. */
    public boolean isClaimed() {
        return mostNanos > 0 || isMoneySaved();
    }

    /** Answers whether a saving of money is claimed. */
    public boolean isMoneySaved() {
        return mostUsd != null && mostUsd.signum() > 0;
    }
}
