// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.rule;

import java.util.List;
import java.util.function.Predicate;

/**
 * How a provider or an engine caches prompts.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param id its name
 * @param provider which providers it is of
 * @param model which models, {@code null} for all
 * @param entries at which lengths a prompt can be continued
 * @param unit size of a cache block in tokens; hits are whole multiples of it
 * @param minTokens prompts and hits that are shorter are not cached
 * @param lifetimeNanos time without use after which an entry expires; {@link Long#MAX_VALUE} for never
 * @param computesLastToken whether at least one token of a prompt is always computed
 * @param keepsOutput whether what the model generated is kept like what it was sent
 * @param chargesWrites whether input that is written to the cache is charged as that
 * @param breakpoints where a request has its breakpoints, for {@link Entries#BREAKPOINTS}; else none
 * @param lookBack how many content blocks before a breakpoint entries are looked for, for the same
 * @param comment what to know about the rule, or {@code null}
 */
public record CacheRule(
        String id,
        Predicate<String> provider,
        Predicate<String> model,
        Entries entries,
        long unit,
        long minTokens,
        long lifetimeNanos,
        boolean computesLastToken,
        boolean keepsOutput,
        boolean chargesWrites,
        List<Breakpoint> breakpoints,
        int lookBack,
        String comment) {
    /** At which lengths an earlier prompt can be continued. */
    public enum Entries {
        /** At every multiple of the unit. */
        BLOCKS("blocks", false),
        /** Only at its end: a whole earlier prompt must come again. */
        PROMPTS("prompts", false),
        /** At its end, and where two prompts were seen to diverge. */
        PROMPTS_AND_COMMON("prompts_and_common", false),
        /** At breakpoints, found from the breakpoints of the next request and a few content blocks before them. */
        BREAKPOINTS("breakpoints", false),
        /** Anywhere: the provider does not say where not. */
        BEST("best", true);

        private final String word;
        private final boolean upperBound;

        Entries(String word, boolean upperBound) {
            this.word = word;
            this.upperBound = upperBound;
        }

        /** Returns the word in files. */
        public String word() {
            return word;
        }

        /** Answers whether real hits can only be shorter. */
        public boolean isUpperBound() {
            return upperBound;
        }
    }

    /** Answers whether entries are evicted only when the cache is full. */
    public boolean isBoundBySize() {
        return lifetimeNanos == Long.MAX_VALUE && entries == Entries.BLOCKS;
    }

    /** Answers whether the rule is about a model. */
    boolean isOf(String providerName, String modelName) {
        return provider.test(providerName) && (model == null || modelName != null && model.test(modelName));
    }

    /**
     * Returns how many tokens of a prompt are read from the cache.
     *
     * @param matched tokens that an entry holds
     * @param prompt tokens of the prompt
     */
    public long hit(long matched, long prompt) {
        long most = Math.min(matched, computesLastToken ? prompt - 1 : prompt);
        long whole = Math.max(0, most) / unit * unit;
        return prompt < minTokens || whole < minTokens ? 0 : whole;
    }

    /**
     * Returns how many tokens of a prompt are charged as written to the cache.
     *
     * @param hit tokens that were read from it
     * @param upTo tokens up to the last breakpoint, where there are breakpoints; else all
     * @param prompt tokens of the prompt
     */
    public long charged(long hit, long upTo, long prompt) {
        return chargesWrites && prompt >= minTokens ? Math.max(0, Math.min(upTo, prompt) - hit) : 0;
    }
}
