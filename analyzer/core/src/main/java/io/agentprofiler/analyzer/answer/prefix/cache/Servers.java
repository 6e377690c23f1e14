// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.cache;

import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.PromptSource;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import java.util.List;

/**
 * The servers to simulate, for models on servers of one's own.
 *
 * @param capacity size of each server's cache
 * @param replicas how many of them there are for a model
 */
public record Servers(Capacity capacity, int replicas) {
    /** How many replicas are simulated at most. */
    public static final int MOST_REPLICAS = 64;

    /** One server with an unlimited cache. */
    public static final Servers ONE = new Servers(Capacity.UNLIMITED, 1);

    /** Returns one of them. */
    public Servers asOne() {
        return new Servers(capacity, 1);
    }

    /** Answers whether caches have no limit. */
    public boolean isUnlimited() {
        return capacity.amount() == 0;
    }

    /** Returns how many tokens a cache of these calls' model holds, 0 for an unlimited one. */
    long cacheTokens(CacheRule rule, List<PromptRecord> calls) {
        if (!capacity.inBlocks()) {
            return capacity.amount();
        }
        long tokens = tokensOfBlock(rule, calls);
        return capacity.amount() > Long.MAX_VALUE / tokens ? Long.MAX_VALUE : capacity.amount() * tokens;
    }

    /** A block is the data's own where that tells, else what the rule counts hits in. */
    private static long tokensOfBlock(CacheRule rule, List<PromptRecord> calls) {
        long tokens = 0;
        for (PromptRecord call : calls) {
            if (call.source() == PromptSource.BLOCKS) {
                tokens = Math.max(tokens, call.blockBytes());
            }
        }
        return tokens == 0 ? rule.limits().unit() : tokens;
    }
}
