// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import java.math.BigDecimal;

/**
 * What a change would save of all workflows together.
 *
 * @param nanos run time; 0 when none is claimed
 * @param usd US dollars, {@code null} when that is not known
 * @param tokens tokens that would not be sent
 */
public record Saving(long nanos, BigDecimal usd, long tokens) {
    /** Nothing is claimed. */
    public static final Saving NONE = time(0);

    /** Returns a saving of so much run time. */
    public static Saving time(long nanos) {
        return new Saving(nanos, null, 0);
    }

    /** Returns both together. Associative and commutative. */
    public Saving plus(Saving more) {
        return new Saving(
                nanos + more.nanos,
                usd == null ? more.usd : more.usd == null ? usd : usd.add(more.usd),
                tokens + more.tokens);
    }

    /** Answers whether a saving of time or money is claimed. */
    public boolean isClaimed() {
        return nanos > 0 || isMoneySaved();
    }

    /** Answers whether a saving of money is claimed. */
    public boolean isMoneySaved() {
        return usd != null && usd.signum() > 0;
    }
}
