// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.cost.price;

import java.math.BigDecimal;
import java.util.List;

/**
 * A price of one sort of token, in US dollars per million.
 *
 * <p>With tiers the <i>whole</i> call is charged at the tier its prompt reaches, as providers do: not only the tokens
 * beyond the threshold.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param base price of a call whose prompt reaches no tier
 * @param tiers higher tiers, by rising threshold
 */
public record Rate(BigDecimal base, List<Tier> tiers) {
    /** Decimal places of an amount given per million. */
    private static final int PER_MILLION_SCALE = 6;

    /**
     * A tier.
     *
     * @param above the prompt's tokens, cached ones included, must be more than this
     * @param price the price then
     */
    public record Tier(long above, BigDecimal price) {}

    public Rate {
        tiers = List.copyOf(tiers);
    }

    /** Returns the price per million tokens of a call with a prompt of so many tokens. */
    BigDecimal perMillion(long inputTokens) {
        if (tiers.isEmpty()) {
            return base;
        }
        BigDecimal price = base;
        for (Tier tier : tiers) {
            if (inputTokens > tier.above()) {
                price = tier.price();
            }
        }
        return price;
    }

    /** Returns what tokens cost in a call with a prompt of {@code inputTokens}. */
    BigDecimal of(long tokens, long inputTokens) {
        return perMillion(inputTokens).multiply(BigDecimal.valueOf(tokens, PER_MILLION_SCALE));
    }
}
