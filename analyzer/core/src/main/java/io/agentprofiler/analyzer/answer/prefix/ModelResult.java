// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import io.agentprofiler.analyzer.answer.prefix.cache.CacheCosts;
import io.agentprofiler.analyzer.answer.prefix.cache.SimulatedCache.Lookup;
import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.PromptSource;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord.WholePrompt;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Tokens;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The achievable and the actual prompt cache hits of a model's calls under a rule, in tokens and money.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class ModelResult {
    /** Mean difference of prediction and report, as a share of the input of the calls that report, above which savings are not estimated. */
    public static final double MAX_ERROR = 0.15;

    private final String model;
    private final CacheRule rule;
    private final Map<PromptSource, Long> sources = new EnumMap<>(PromptSource.class);
    private final CacheCosts costs = new CacheCosts();
    private final List<PrefillSlope.PrefillSample> firstChunks = new ArrayList<>();
    private long calls;
    private long withoutTokens;
    private long withoutEnds;
    private long input;
    private long seen;
    private long parallel;
    private long expired;
    private long noEntry;
    private long tooShort;
    private long rounding;
    private long achievable;
    private long beyond;
    private long assumed;
    private long hits;
    private long writing;
    private long written;
    private long reporting;
    private long reportingInput;
    private long recorded;
    private long predicted;
    private long error;

    ModelResult(String model, CacheRule rule) {
        this.model = model;
        this.rule = rule;
    }

    /** Adds a call whose blocks are known; returns the tokens a cache could have served. */
    long add(WholePrompt prompt, Lookup found) {
        calls++;
        PromptRecord call = prompt.call();
        Tokens tokens = call.tokens();
        if (tokens.input() == Unknown.LONG) {
            withoutTokens++;
            return 0;
        }
        sources.merge(call.source(), 1L, Long::sum);
        withoutEnds += prompt.hasMessageEnds() ? 0 : 1;
        long hit = rule == null ? found.seen() : rule.hit(found.entry(), tokens.input());
        input += tokens.input();
        seen += found.seen();
        // what was read could be read, whatever the rule says
        beyond += Math.max(0, tokens.cacheRead() - hit);
        achievable += Math.max(hit, tokens.cacheRead());
        if (rule != null) {
            add(call, found, hit);
        }
        if (tokens.cacheRead() != Unknown.LONG) {
            reporting++;
            reportingInput += tokens.input();
            recorded += tokens.cacheRead();
            predicted += hit;
            error += Math.abs(hit - tokens.cacheRead());
            if (call.call().times().firstChunk() != Unknown.LONG && call.isStored()) {
                firstChunks.add(new PrefillSlope.PrefillSample(
                        tokens.input() - tokens.cacheRead(), call.call().times().firstChunk() - call.start()));
            }
        }
        costs.add(call, hit, found.written());
        return hit;
    }

    private void add(PromptRecord call, Lookup found, long hit) {
        assumed += hit - rule.hit(found.certain(), call.tokens().input());
        hits += hit > 0 ? 1 : 0;
        parallel += found.seen() - found.answered();
        expired += found.answered() - found.alive();
        if (rule.hit(found.alive(), call.tokens().input()) == 0) {
            // no entry would have helped
            tooShort += found.alive();
        } else {
            noEntry += found.alive() - found.entry();
            tooShort += hit == 0 ? found.entry() : 0;
            rounding += hit == 0 ? 0 : found.entry() - hit;
        }
        long write = call.isStored()
                ? rule.charged(hit, found.written(), call.tokens().input())
                : 0;
        writing += write > 0 ? 1 : 0;
        written += write;
    }

    public String model() {
        return model;
    }

    /** Returns the rule, or {@code null} where none is known: then only {@link #seen} is known. */
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

    /** Returns for how many of the other calls it is not known where each message ends. */
    public long withoutEnds() {
        return withoutEnds;
    }

    /** Returns for how many of the other calls this was recorded. */
    public long from(PromptSource source) {
        return sources.getOrDefault(source, 0L);
    }

    public long input() {
        return input;
    }

    /**
     * Returns the tokens that had been sent before as the same beginning, or generated where the rule keeps that: what an
     * unlimited, instant cache would serve.
     */
    public long seen() {
        return seen;
    }

    /** Returns what of {@link #seen} is lost because the call that sent it first had not been answered yet. */
    public long parallel() {
        return parallel;
    }

    /** Returns what of it is lost because entries had expired. */
    public long expired() {
        return expired;
    }

    /** Returns what of it is lost because no entry ended there, or none near enough to a breakpoint. */
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

    /**
     * Returns the tokens a cache could have served by the rule, without a rule the same as {@link #seen}; of each call at least what it
     * did serve.
     */
    public long achievable() {
        return achievable;
    }

    /** Returns what of {@link #achievable} was read though the rule does not tell of it: others may have sent it before. */
    public long beyond() {
        return beyond;
    }

    /** Returns what of {@link #achievable} assumes that answers came back unchanged. */
    public long assumed() {
        return assumed;
    }

    /** Answers whether real hits can only be shorter. */
    public boolean isUpperBound() {
        return rule != null
                && achievable > 0
                && (rule.entries().isUpperBound()
                        || assumed > 0
                        || rule.entries() == CacheRule.Entries.BREAKPOINTS && withoutEnds > 0);
    }

    /** Returns how many calls would have read from the cache. */
    public long hits() {
        return hits;
    }

    /** Returns how many calls would have been charged for writing to the cache. */
    public long writing() {
        return writing;
    }

    /** Returns the tokens they would have written. */
    public long written() {
        return written;
    }

    /** Returns how many calls reported cached tokens, 0 included. */
    public long reporting() {
        return reporting;
    }

    /** Returns the input tokens of these calls. */
    public long reportingInput() {
        return reportingInput;
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

    /** Answers whether the rule is so far from what was reported that it must not be used. */
    public boolean isContradicted() {
        return error > MAX_ERROR * reportingInput;
    }

    /** Answers whether the rule is close enough to what was reported to estimate savings. */
    public boolean isTrusted() {
        return rule != null && !isContradicted();
    }

    /** Returns how many calls have a price. */
    public long priced() {
        return costs.priced();
    }

    /** Returns what the priced calls would cost without any cache, in US dollars. */
    public BigDecimal uncachedCost() {
        return costs.uncached();
    }

    /** Returns what they cost as recorded. */
    public BigDecimal recordedCost() {
        return costs.recorded();
    }

    /** Returns what they would cost with the hits the rule allows. */
    public BigDecimal achievableCost() {
        return costs.achievable();
    }

    /** Returns how much later the first chunk comes for each token that is not cached, where the calls show it. */
    public Optional<PrefillSlope> prefill() {
        return PrefillSlope.of(firstChunks);
    }
}
