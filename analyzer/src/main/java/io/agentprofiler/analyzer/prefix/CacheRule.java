// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

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
 * @param unit hits are whole multiples of so many tokens
 * @param minTokens prompts and hits that are shorter are not cached
 * @param lifetimeNanos time without use after which an entry is gone; {@link Long#MAX_VALUE} for ever
 * @param computesLastToken whether at least one token of a prompt is always computed
 * @param chargesWrites whether input that is not read from the cache is charged as written to it
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
        boolean chargesWrites,
        String comment) {
    /** At which lengths a prompt that was seen can be continued. */
    public enum Entries {
        /** At every multiple of the unit. */
        BLOCKS("blocks", false),
        /** Only at its end: a whole earlier prompt must come again. */
        PROMPTS("prompts", false),
        /** At its end, and where two prompts were seen to part. */
        PROMPTS_AND_COMMON("prompts_and_common", false),
        /** Anywhere: where the request says, if it says so at the best place, or where nobody knows. */
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
}
