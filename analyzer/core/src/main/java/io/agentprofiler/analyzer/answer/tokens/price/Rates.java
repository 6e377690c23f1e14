// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens.price;

import io.agentprofiler.analyzer.answer.tokens.Billed;
import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Tokens;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.List;
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
    record Rate(BigDecimal base, List<Tier> tiers) {
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

    /**
     * Prices and when they hold.
     *
     * @param from first day (UTC) they hold, or {@code null}
     * @param dailyFrom time of day from which they hold, or {@code null}
     * @param dailyUntil time of day until which they hold, may be on the next day; {@code null} where {@code dailyFrom} is
     * @param rates the prices
     */
    record DatedRates(LocalDate from, OffsetTime dailyFrom, OffsetTime dailyUntil, Rates rates) {
        private static final long DAY = 86_400_000_000_000L;

        /** Answers whether they hold at a moment. */
        boolean holdAt(long epochNanos) {
            if (from != null
                    && Instant.ofEpochSecond(Math.floorDiv(epochNanos, 1_000_000_000L))
                            .isBefore(from.atStartOfDay(ZoneOffset.UTC).toInstant())) {
                return false;
            }
            if (dailyFrom == null) {
                return true;
            }
            long time = Math.floorMod(epochNanos, DAY);
            long start = ofDay(dailyFrom);
            long end = ofDay(dailyUntil);
            return end < start ? time >= start || time < end : time >= start && time < end;
        }

        private static long ofDay(OffsetTime time) {
            return time.withOffsetSameInstant(ZoneOffset.UTC).toLocalTime().toNanoOfDay();
        }
    }
}
