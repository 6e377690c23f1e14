// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.tokens;

import java.math.BigDecimal;

/**
 * What a call costs, in US dollars, exact. An estimate all the same: list prices know no discounts, batches or regions.
 *
 * @param input input that was neither read from nor written to the cache
 * @param cacheRead input read from the provider's cache
 * @param cacheWrite input written to it
 * @param output answers, reasoning included
 * @param request a price per request, whatever its tokens, and of searches that the provider ran
 */
public record Cost(
        BigDecimal input, BigDecimal cacheRead, BigDecimal cacheWrite, BigDecimal output, BigDecimal request) {
    /** Nothing. */
    public static final Cost ZERO =
            new Cost(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);

    /** Returns everything together. */
    public BigDecimal total() {
        return sum(sum(sum(sum(input, cacheRead), cacheWrite), output), request);
    }

    /** Returns what the prompt costs, cached input at its own price. */
    public BigDecimal prompt() {
        return sum(sum(input, cacheRead), cacheWrite);
    }

    /** Returns both together; exact, so the order of a sum does not matter. */
    public Cost plus(Cost more) {
        return new Cost(
                sum(input, more.input),
                sum(cacheRead, more.cacheRead),
                sum(cacheWrite, more.cacheWrite),
                sum(output, more.output),
                sum(request, more.request));
    }

    /** Returns the cost of the same at another price of everything. */
    public Cost times(BigDecimal factor) {
        return new Cost(
                input.multiply(factor),
                cacheRead.multiply(factor),
                cacheWrite.multiply(factor),
                output.multiply(factor),
                request.multiply(factor));
    }

    /** Returns the cost with something more that is no price of tokens. */
    public Cost plusRequest(BigDecimal more) {
        return new Cost(input, cacheRead, cacheWrite, output, sum(request, more));
    }

    /** Most calls pay nothing for one thing or another. */
    private static BigDecimal sum(BigDecimal one, BigDecimal other) {
        return other.signum() == 0 ? one : one.signum() == 0 ? other : one.add(other);
    }
}
