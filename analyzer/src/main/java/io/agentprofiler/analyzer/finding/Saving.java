// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * What a change would save of all workflows together: a time, or the range it lies in where the recording cannot tell how far
 * something can be shortened.
 *
 * @param nanos run time that would be saved at least; 0 when none is certain
 * @param mostNanos run time that would be saved at most, not below {@code nanos}; 0 when none is claimed
 * @param usd US dollars, {@code null} when that is not known
 * @param tokens tokens that would not be sent
 */
public record Saving(long nanos, long mostNanos, BigDecimal usd, long tokens) {
    /** Nothing is claimed. */
    public static final Saving NONE = time(0);

    /** Which part of the range counts as promised, where something must be put before something else. */
    private static final double LIKELY_PART = 0.4;

    private static final int USD_DIGITS = 12;

    /** Makes a saving. */
    public Saving {
        if (nanos < 0 || mostNanos < nanos) {
            throw new IllegalArgumentException("saves between " + nanos + " and " + mostNanos + " ns");
        }
    }

    /** Returns a saving of so much run time. */
    public static Saving time(long nanos) {
        return between(nanos, nanos);
    }

    /** Returns a saving of some run time: how much of it, the recording cannot tell. */
    public static Saving upTo(long mostNanos) {
        return between(0, mostNanos);
    }

    /** Returns a saving of a run time in a range. */
    public static Saving between(long nanos, long mostNanos) {
        return new Saving(nanos, mostNanos, null, 0);
    }

    /** Returns a saving of money alone. */
    public static Saving money(BigDecimal usd, long tokens) {
        return new Saving(0, 0, usd, tokens);
    }

    /** Returns both together. Associative and commutative. */
    public Saving plus(Saving more) {
        return new Saving(
                nanos + more.nanos,
                mostNanos + more.mostNanos,
                usd == null ? more.usd : more.usd == null ? usd : usd.add(more.usd),
                tokens + more.tokens);
    }

    /** Returns the parts of its time, and of its money and tokens, that nothing else saves already: each 0 to 1. */
    Saving part(double ofTime, double ofMoney) {
        return new Saving(
                Math.round(nanos * ofTime),
                Math.max(Math.round(nanos * ofTime), Math.round(mostNanos * ofTime)),
                usd == null || ofMoney == 1
                        ? usd
                        : usd.multiply(BigDecimal.valueOf(ofMoney)).setScale(USD_DIGITS, RoundingMode.HALF_UP),
                Math.round(tokens * ofMoney));
    }

    /** Returns the run time by which savings are compared: what is certain, and some of what is possible. */
    public double likelyNanos() {
        return nanos + LIKELY_PART * (mostNanos - nanos);
    }

    /** Answers whether the recording tells how much run time would be saved, not only a range. */
    public boolean isExact() {
        return nanos == mostNanos;
    }

    /** Answers whether a saving of time or money is claimed. */
    public boolean isClaimed() {
        return mostNanos > 0 || isMoneySaved();
    }

    /** Answers whether a saving of money is claimed. */
    public boolean isMoneySaved() {
        return usd != null && usd.signum() > 0;
    }
}
