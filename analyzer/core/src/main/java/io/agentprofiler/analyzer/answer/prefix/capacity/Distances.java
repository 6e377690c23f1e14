// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.capacity;

import io.agentprofiler.analyzer.answer.prefix.cache.SimulatedCache.Lookup;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptSource;
import io.agentprofiler.analyzer.answer.prefix.prompt.WholePrompt;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import java.util.List;

/** Reuse distances: the cache size needed for each hit. The calls of one model come in order of time. */
public interface Distances {
    /** Makes those for the calls of one model, with the cache of one of these servers as the cache in question. */
    static Distances of(CacheRule rule, List<PromptRecord> calls, Servers servers) {
        long limit = servers.cacheTokens(rule, calls);
        boolean blocks = calls.stream().allMatch(call -> call.source() == PromptSource.BLOCKS);
        return blocks ? BlockDistances.of(rule, calls, limit) : ReuseDistances.of(rule, calls, limit);
    }

    /** Returns the hits by cache size. */
    HitCurve curve();

    /**
     * Takes a call: adds its hits to the curve and, where the model read it, keeps it.
     *
     * @param found what an unlimited cache has of it
     * @return hits in the cache in question
     */
    long take(WholePrompt prompt, Lookup found);
}
