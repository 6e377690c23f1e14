// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens;

import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.Attributes;
import java.math.BigDecimal;

/**
 * What those who recorded calls said that they cost, in US dollars. It stands beside the {@linkplain Cost cost at list prices} and is
 * never added to it: who recorded a call may know the discount, or may have multiplied with a list of his own.
 *
 * @param usd what calls were said to cost, together
 * @param calls how many calls that is of
 * @param listedCalls how many of them have a list price, too
 * @param listedUsd what those were said to cost
 * @param listUsd what the same calls cost at list prices
 * @param unattributed what totals hold beyond the cost of all calls they are of
 */
public record Reported(
        BigDecimal usd,
        long calls,
        long listedCalls,
        BigDecimal listedUsd,
        BigDecimal listUsd,
        BigDecimal unattributed) {
    /** Nothing was said. */
    public static final Reported NONE =
            new Reported(BigDecimal.ZERO, 0, 0, BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);

    /** Returns what a call was said to cost, {@code null} where nothing was said. */
    public static BigDecimal of(Span call) {
        return dollars(call.attributes().get(Attributes.REPORTED_COST));
    }

    /** Returns what a span's totals hold that no call was said to cost, {@code null} for nothing. */
    public static BigDecimal unattributed(Span span) {
        return dollars(span.attributes().get(Attributes.UNATTRIBUTED_COST));
    }

    private static BigDecimal dollars(Object value) {
        if (!(value instanceof Number number) || !Double.isFinite(number.doubleValue()) || number.doubleValue() < 0) {
            return null;
        }
        return number instanceof Long whole ? BigDecimal.valueOf(whole) : BigDecimal.valueOf(number.doubleValue());
    }

    /** Returns the sum with one more call. */
    Reported plus(CallPrice call) {
        if (call.reported() == null) {
            return this;
        }
        boolean listed = call.isKnown();
        return new Reported(
                usd.add(call.reported()),
                calls + 1,
                listedCalls + (listed ? 1 : 0),
                listed ? listedUsd.add(call.reported()) : listedUsd,
                listed ? listUsd.add(call.cost().total()) : listUsd,
                unattributed);
    }

    /** Returns the sum with more of totals that belongs to no call. */
    Reported plusUnattributed(BigDecimal more) {
        return new Reported(usd, calls, listedCalls, listedUsd, listUsd, unattributed.add(more));
    }

    /** Returns both together; exact, so the order of a sum does not matter. */
    Reported plus(Reported more) {
        if (!isKnown()) {
            return more;
        }
        if (!more.isKnown()) {
            return this;
        }
        return new Reported(
                usd.add(more.usd),
                calls + more.calls,
                listedCalls + more.listedCalls,
                listedUsd.add(more.listedUsd),
                listUsd.add(more.listUsd),
                unattributed.add(more.unattributed));
    }

    /** Answers whether anything was said: without, the amounts say nothing. */
    public boolean isKnown() {
        return calls > 0 || unattributed.signum() > 0;
    }

    /** Returns all that was said, totals included. */
    public BigDecimal total() {
        return usd.add(unattributed);
    }

    /** Answers whether both say the same, whatever the number of digits. */
    boolean isSame(Reported other) {
        return calls == other.calls
                && listedCalls == other.listedCalls
                && usd.compareTo(other.usd) == 0
                && unattributed.compareTo(other.unattributed) == 0;
    }
}
