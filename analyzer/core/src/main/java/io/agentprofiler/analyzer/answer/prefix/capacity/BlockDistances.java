// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.capacity;

import io.agentprofiler.analyzer.answer.prefix.cache.SimulatedCache.Lookup;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.prefix.prompt.WholePrompt;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import io.agentprofiler.analyzer.trace.LongMap;
import java.util.List;

/**
 * Reuse distances of prompts recorded as block ids: the cache size needed for each hit. Blocks are evicted one by one, least recently
 * used first, and a prompt uses its blocks in order. Published request traces assume such a cache. One pass covers all cache sizes
 * (Mattson's stack distances).
 *
 * <p>A block has a fixed size, full or not. A hit ends at the first missing block, so each block needs the size for the farthest
 * block before it. Equal ids are the same block.
 *
 * <p><b>Threading:</b> one thread.
 */
final class BlockDistances implements Distances {
    private static final class Block {
        private int lastUse;
    }

    private final CacheRule rule;
    private final HitCurve curve;
    private final LongMap<Block> blocks = new LongMap<>(64);
    /** By uses in order of time, 1 where it is the last of its block: a tree of sums (Fenwick's). */
    private final int[] sums;

    private int uses;

    private BlockDistances(CacheRule rule, int uses, HitCurve curve) {
        this.rule = rule;
        this.curve = curve;
        this.sums = new int[uses + 1];
    }

    static BlockDistances of(CacheRule rule, List<PromptRecord> calls, long limit) {
        int uses = 0;
        long room = 0;
        for (PromptRecord call : calls) {
            int length = call.length();
            uses = Math.addExact(uses, length);
            room += length * call.blockBytes();
        }
        return new BlockDistances(rule, uses, new HitCurve(room, limit));
    }

    @Override
    public HitCurve curve() {
        return curve;
    }

    @Override
    public long take(WholePrompt prompt, Lookup found) {
        long before = curve.hitsInLimit();
        look(prompt, found);
        if (prompt.call().isStored()) {
            for (long id : prompt.chain()) {
                use(id);
            }
        }
        return curve.hitsInLimit() - before;
    }

    private void look(WholePrompt prompt, Lookup found) {
        PromptRecord call = prompt.call();
        long input = call.tokens().input();
        long hits = 0;
        long distance = 0;
        for (int known = 0; known < prompt.chain().length; known++) {
            Block block = blocks.get(prompt.chain()[known]);
            if (block == null) {
                return;
            }
            distance = Math.max(distance, blocks.size() - sumTo(block.lastUse - 1));
            long with = rule.hit(Math.min(call.tokensOf(known + 1), found.entry()), input);
            if (with > hits) {
                curve.add(distance * call.blockBytes(), with - hits);
                hits = with;
            }
        }
    }

    private void use(long id) {
        Block block = blocks.get(id);
        if (block == null) {
            block = new Block();
            blocks.put(id, block);
        } else {
            add(block.lastUse, -1);
        }
        block.lastUse = ++uses;
        add(uses, 1);
    }

    private void add(int use, int change) {
        for (int i = use; i < sums.length; i += i & -i) {
            sums[i] += change;
        }
    }

    private int sumTo(int use) {
        int sum = 0;
        for (int i = use; i > 0; i -= i & -i) {
            sum += sums[i];
        }
        return sum;
    }
}
