// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.cache;

import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;

/**
 * Hits by cache size, both in tokens (the field's hit ratio curve, not yet divided by the input).
 *
 * <p>Sizes are exact up to {@value #STEPS} tokens altogether, else rounded up to a part of that many of the whole.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class HitCurve {
    private static final int STEPS = 1 << 16;

    private final long width;
    private final long limit;
    private final long[] hits;
    private long all;
    private long hitsInLimit;

    /**
     * Makes a curve without hits.
     *
     * @param most a size that no cache needs to exceed
     * @param limit size of the cache in question, 0 for an unlimited one
     */
    HitCurve(long most, long limit) {
        this.width = Math.max(1, (most + STEPS - 1) / STEPS);
        this.limit = limit;
        this.hits = new long[(int) Math.max(1, Math.min(STEPS, most))];
    }

    /** Adds tokens that are hits in all caches of at least a size. */
    void add(long size, long tokens) {
        long step = Math.max(0, size - 1) / width;
        hits[(int) Math.min(hits.length - 1, step)] += tokens;
        all += tokens;
        hitsInLimit += limit == 0 || size <= limit ? tokens : 0;
    }

    /** Returns the hits of an unlimited cache, in tokens. */
    public long all() {
        return all;
    }

    /** Returns the size of the cache in question in tokens, 0 for an unlimited one. */
    public long limit() {
        return limit;
    }

    /** Returns the hits of the cache in question. */
    public long hitsInLimit() {
        return hitsInLimit;
    }

    /** Returns the hits of a cache of a size. */
    public long hitsAt(long size) {
        long sum = 0;
        for (int step = 0; step < hits.length && (step + 1) * width <= size; step++) {
            sum += hits[step];
        }
        return sum;
    }

    /** Returns the least size with a share of the hits of an unlimited cache; 0 if that has no hits. */
    public long sizeFor(double share) {
        long sum = 0;
        for (int step = 0; step < hits.length; step++) {
            sum += hits[step];
            if (all > 0 && sum >= share * all) {
                return (step + 1) * width;
            }
        }
        return 0;
    }

    /**
     * The achievable hits of a model's servers by cache size.
     *
     * @param model the model
     * @param rule the server's rule
     * @param input input tokens of the calls with known prompts
     * @param curve hits by cache size
     */
    public record ModelHitCurve(String model, CacheRule rule, long input, HitCurve curve) {}
}
