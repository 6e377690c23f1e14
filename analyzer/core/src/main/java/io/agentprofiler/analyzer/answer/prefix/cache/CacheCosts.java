// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.cache;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.trace.Tokens;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * The cost of calls with other cache hits, in US dollars.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class CacheCosts {
    private long priced;
    private BigDecimal uncached = BigDecimal.ZERO;
    private BigDecimal recorded = BigDecimal.ZERO;
    private BigDecimal achievable = BigDecimal.ZERO;

    public void add(PromptRecord call, long hit, long writeTo) {
        Optional<Cost> none = cost(call, 0, 0);
        Optional<Cost> own =
                call.rates() == null ? Optional.empty() : call.rates().cost(call.tokens());
        if (none.isPresent() && own.isPresent()) {
            priced++;
            uncached = uncached.add(none.get().total());
            recorded = recorded.add(own.get().total());
            // calls that read more than the rule allows stay as recorded
            boolean more = call.tokens().cacheRead() > hit;
            achievable = achievable.add(
                    (more ? own : ofHit(call, hit, writeTo)).orElseThrow().total());
        }
    }

    /**
     * Returns the cost of a call for a number of tokens read from the cache.
     *
     * @param writeTo tokens up to which the rest is written, where the rule charges that
     */
    public static Optional<Cost> ofHit(PromptRecord call, long hit, long writeTo) {
        long written = call.rule() == null
                ? 0
                : call.rule().charged(hit, writeTo, call.tokens().input());
        return cost(call, hit, written);
    }

    private static Optional<Cost> cost(PromptRecord call, long read, long written) {
        Tokens tokens = call.tokens();
        return call.rates() == null
                ? Optional.empty()
                : call.rates().cost(new Tokens(tokens.input(), tokens.output(), read, written, tokens.reasoning()));
    }

    public long priced() {
        return priced;
    }

    public BigDecimal uncached() {
        return uncached;
    }

    public BigDecimal recorded() {
        return recorded;
    }

    public BigDecimal achievable() {
        return achievable;
    }
}
