// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.cost.price;

import io.agentprofiler.analyzer.answer.cost.Billed;
import io.agentprofiler.analyzer.answer.cost.Cost;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Tokens;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * The prices of a model at one time. A sort of token without a price of its own costs what the sort above it costs:
 * cached input what input costs, reasoning what output costs.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param input price of input tokens, or {@code null}
 * @param cacheRead price of input read from the cache, or {@code null}
 * @param cacheWrite price of input written to the cache with the provider's usual lifetime, or {@code null}
 * @param cacheWriteHour price of input written to the cache with a lifetime of an hour, or {@code null}
 * @param output price of output tokens, or {@code null}
 * @param reasoning price of reasoning tokens, or {@code null}
 * @param request dollars per thousand requests, or {@code null}
 */
public record Rates(
        Rate input, Rate cacheRead, Rate cacheWrite, Rate cacheWriteHour, Rate output, Rate reasoning, Rate request) {
    /** Answers whether the model is paid by tokens at all. */
    public boolean arePerToken() {
        return input != null || output != null;
    }

    /**
     * Returns what a call costs; empty when its input or output is not known, or the list has no price for tokens it
     * used.
     */
    public Optional<Cost> cost(Tokens tokens) {
        return cost(tokens, 0);
    }

    /**
     * Returns what a call costs that wrote some of its prompt to the cache for an hour.
     *
     * @param hour how many of the tokens written to the cache
     */
    Optional<Cost> cost(Tokens tokens, long hour) {
        if (tokens.input() == Unknown.LONG || tokens.output() == Unknown.LONG && output != null) {
            return Optional.empty();
        }
        Billed billed = Billed.of(tokens);
        if (billed.input() > 0 && input == null || billed.answer() + billed.reasoning() > 0 && output == null) {
            return Optional.empty();
        }
        long prompt = billed.input();
        long longer = Math.min(Math.max(0, hour), billed.cacheWrite());
        Rate usualWrite = cacheWrite == null ? input : cacheWrite;
        return Optional.of(new Cost(
                of(input, billed.fresh(), prompt),
                of(cacheRead == null ? input : cacheRead, billed.cacheRead(), prompt),
                of(usualWrite, billed.cacheWrite() - longer, prompt)
                        .add(of(cacheWriteHour == null ? usualWrite : cacheWriteHour, longer, prompt)),
                of(output, billed.answer(), prompt)
                        .add(of(reasoning == null ? output : reasoning, billed.reasoning(), prompt)),
                request == null ? BigDecimal.ZERO : request.base().movePointLeft(3)));
    }

    private static BigDecimal of(Rate rate, long tokens, long prompt) {
        return rate == null || tokens == 0 ? BigDecimal.ZERO : rate.of(tokens, prompt);
    }
}
