// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

import io.agentprofiler.analyzer.prefix.SimulatedCache.Found;
import io.agentprofiler.analyzer.price.Cost;
import io.agentprofiler.analyzer.read.SpanEvent;
import io.agentprofiler.analyzer.trace.Tokens;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What a prompt cache could have done for the calls of a model under a rule, in tokens and money, beside what it did.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class ModelResult {
    /** Error of a rule, as a part of the prompts, from which on nothing is to be claimed by it. */
    private static final double MAX_ERROR = 0.15;

    private final String model;
    private final CacheRule rule;
    private long calls;
    private long withoutTokens;
    private long input;
    private long seen;
    private long parallel;
    private long expired;
    private long noEntry;
    private long tooShort;
    private long rounding;
    private long achievable;
    private long reporting;
    private long recorded;
    private long predicted;
    private long error;
    private long priced;
    private BigDecimal uncachedCost = BigDecimal.ZERO;
    private BigDecimal recordedCost = BigDecimal.ZERO;
    private BigDecimal achievableCost = BigDecimal.ZERO;

    ModelResult(String model, CacheRule rule) {
        this.model = model;
        this.rule = rule;
    }

    /** Adds a call whose blocks are known; returns the tokens a cache could have served. */
    long add(PromptRecord call, Found found) {
        calls++;
        Tokens tokens = call.tokens();
        if (tokens.input() == SpanEvent.ABSENT) {
            withoutTokens++;
            return 0;
        }
        long ideal = call.tokensOf(found.seen());
        long answered = call.tokensOf(found.answered());
        long alive = call.tokensOf(found.alive());
        long entry = call.tokensOf(found.entry());
        long hit = rule == null ? ideal : rule.hit(entry, tokens.input());
        input += tokens.input();
        seen += ideal;
        achievable += hit;
        if (rule != null) {
            parallel += ideal - answered;
            expired += answered - alive;
            noEntry += alive - entry;
            if (hit == 0) {
                tooShort += entry;
            } else {
                rounding += entry - hit;
            }
        }
        if (tokens.cacheRead() != SpanEvent.ABSENT) {
            reporting++;
            recorded += tokens.cacheRead();
            predicted += hit;
            error += Math.abs(hit - tokens.cacheRead());
        }
        price(call, hit);
        return hit;
    }

    private void price(PromptRecord call, long hit) {
        Optional<Cost> none = cost(call, 0, 0);
        Optional<Cost> own =
                call.rates() == null ? Optional.empty() : call.rates().cost(call.tokens());
        if (none.isPresent() && own.isPresent()) {
            priced++;
            uncachedCost = uncachedCost.add(none.get().total());
            recordedCost = recordedCost.add(own.get().total());
            achievableCost =
                    achievableCost.add(costOfHit(call, hit).orElseThrow().total());
        }
    }

    /** Returns what a call would cost with so many tokens read from the cache. */
    static Optional<Cost> costOfHit(PromptRecord call, long hit) {
        CacheRule rule = call.rule();
        long prompt = call.tokens().input();
        boolean writes = rule != null && rule.chargesWrites() && prompt >= rule.minTokens();
        return cost(call, hit, writes ? prompt - hit : 0);
    }

    private static Optional<Cost> cost(PromptRecord call, long read, long written) {
        Tokens tokens = call.tokens();
        return call.rates() == null
                ? Optional.empty()
                : call.rates().cost(new Tokens(tokens.input(), tokens.output(), read, written, tokens.reasoning()));
    }

    public String model() {
        return model;
    }

    /** Returns the rule, or {@code null} where none is known: then nothing but {@link #seen} is worked out. */
    public CacheRule rule() {
        return rule;
    }

    public long calls() {
        return calls;
    }

    /** Returns how many of the calls did not report their input tokens; they are in no other figure. */
    public long withoutTokens() {
        return withoutTokens;
    }

    public long input() {
        return input;
    }

    /** Returns the tokens that had been sent before as the same beginning: what an endless, instant cache would serve. */
    public long seen() {
        return seen;
    }

    /** Returns what of {@link #seen} is lost because the call that sent it first had not been answered yet. */
    public long parallel() {
        return parallel;
    }

    /** Returns what of it is lost because entries had gone. */
    public long expired() {
        return expired;
    }

    /** Returns what of it is lost because no entry ended there. */
    public long noEntry() {
        return noEntry;
    }

    /** Returns what of it is lost because prompts or hits are shorter than the provider's minimum. */
    public long tooShort() {
        return tooShort;
    }

    /** Returns what of it is lost by rounding down to whole blocks. */
    public long rounding() {
        return rounding;
    }

    /** Returns the tokens a cache could have served by the rule; without a rule the same as {@link #seen}. */
    public long achievable() {
        return achievable;
    }

    /** Returns how many calls reported cached tokens, 0 included. */
    public long reporting() {
        return reporting;
    }

    /** Returns the cached tokens they reported. */
    public long recorded() {
        return recorded;
    }

    /** Returns what the rule predicts for the calls that reported. */
    public long predicted() {
        return predicted;
    }

    /** Returns the sum of the differences between prediction and report, call by call, without regard to sign. */
    public long error() {
        return error;
    }

    /** Answers whether the rule misses what was reported by so much that nothing is to be claimed by it. */
    public boolean isMissed() {
        return error > MAX_ERROR * input;
    }

    /** Returns how many calls have a price. */
    public long priced() {
        return priced;
    }

    /** Returns what the priced calls would cost without any cache, in US dollars. */
    public BigDecimal uncachedCost() {
        return uncachedCost;
    }

    /** Returns what they cost as recorded. */
    public BigDecimal recordedCost() {
        return recordedCost;
    }

    /** Returns what they would cost with the hits the rule allows. */
    public BigDecimal achievableCost() {
        return achievableCost;
    }
}
