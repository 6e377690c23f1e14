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
 * @param about which calls it is about
 * @param entries at which lengths a prompt can be continued
 * @param limits what is cached, and for how long
 * @param habits what the cache does with a prompt
 * @param breakpoints where a request has its breakpoints, for {@link Entries#BREAKPOINTS}; else none
 * @param comment what to know about the rule, or {@code null}
 */
public record CacheRule(
        String id,
        RuleScope about,
        Entries entries,
        EntryLimits limits,
        CacheHabits habits,
        List<Breakpoint> breakpoints,
        String comment) {
    /**
     * Which calls a rule is about.
     *
     * @param provider which providers it is of
     * @param model which models, {@code null} for all
     */
    public record RuleScope(Predicate<String> provider, Predicate<String> model) {}

    /**
     * What is cached, and for how long.
     *
     * @param unit size of a cache block in tokens; hits are whole multiples of it
     * @param minTokens prompts and hits that are shorter are not cached
     * @param lifetimeNanos time without use after which an entry expires; {@link Long#MAX_VALUE} for never
     * @param lookBack how many content blocks before a breakpoint entries are looked for, for {@link Entries#BREAKPOINTS}; else 0
     */
    public record EntryLimits(long unit, long minTokens, long lifetimeNanos, int lookBack) {}

    /**
     * What a cache does with a prompt.
     *
     * @param computesLastToken whether at least one token of a prompt is always computed
     * @param keepsOutput whether what the model generated is kept like what it was sent
     * @param chargesWrites whether input that is written to the cache is charged as that
     */
    public record CacheHabits(boolean computesLastToken, boolean keepsOutput, boolean chargesWrites) {}

    /** At which lengths an earlier prompt can be continued. */
    public enum Entries {
        /** At every multiple of the limits.unit. */
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
        return limits.lifetimeNanos == Long.MAX_VALUE && entries == Entries.BLOCKS;
    }

    /** Answers whether the rule is about a model. */
    boolean isOf(String providerName, String modelName) {
        return about.provider.test(providerName)
                && (about.model == null || modelName != null && about.model.test(modelName));
    }

    /**
     * Returns how many tokens of a prompt are read from the cache.
     *
     * @param matched tokens that an entry holds
     * @param prompt tokens of the prompt
     */
    public long hit(long matched, long prompt) {
        long most = Math.min(matched, habits.computesLastToken ? prompt - 1 : prompt);
        long whole = Math.max(0, most) / limits.unit * limits.unit;
        return prompt < limits.minTokens || whole < limits.minTokens ? 0 : whole;
    }

    /**
     * Returns how many tokens of a prompt are charged as written to the cache.
     *
     * @param hit tokens that were read from it
     * @param upTo tokens up to the last breakpoint, where there are breakpoints; else all
     * @param prompt tokens of the prompt
     */
    public long charged(long hit, long upTo, long prompt) {
        return habits.chargesWrites && prompt >= limits.minTokens ? Math.max(0, Math.min(upTo, prompt) - hit) : 0;
    }
}
