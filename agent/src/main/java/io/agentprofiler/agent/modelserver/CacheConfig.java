// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.modelserver;

import io.agentprofiler.agent.event.ModelServerSample.Cache;
import java.util.HashMap;
import java.util.Map;

/**
 * The size of vLLM's KV cache, which it tells by the labels of a metric that names no model: one series for each engine.
 *
 * <p><b>Threading:</b> one thread.
 */
final class CacheConfig {
    static final String METRIC = "cache_config_info";

    /** Blocks of models with several sorts of layers are as large as the largest state: their product with the blocks is no capacity. */
    private static final long MOST_BLOCK_TOKENS = 256;

    private final Map<String, Long> capacities = new HashMap<>();
    private long blockTokens = -1;
    private boolean unknown;

    void add(Series series) {
        long block = number(series.label("block_size"));
        long capacity = number(series.label("kv_cache_size_tokens"));
        if (capacity < 0) {
            long blocks = number(series.label("num_gpu_blocks"));
            boolean usual = block > 0 && block <= MOST_BLOCK_TOKENS && Long.bitCount(block) == 1;
            capacity = usual && blocks >= 0 ? block * blocks : -1;
        }
        unknown |= capacity < 0 || blockTokens >= 0 && blockTokens != block;
        blockTokens = block;
        capacities.put(series.label("engine"), capacity);
    }

    /** Returns the size of all engines together; what one does not tell is not known of all. */
    Cache cache() {
        if (capacities.isEmpty()) {
            return Cache.NONE;
        }
        long sum = 0;
        for (long capacity : capacities.values()) {
            sum += capacity;
        }
        return new Cache(unknown ? -1 : sum, -1, blockTokens);
    }

    /** Numbers of such labels may be texts: {@code None} while nothing is allocated. */
    private static long number(String text) {
        return text.matches("\\d{1,12}") ? Long.parseLong(text) : -1;
    }
}
