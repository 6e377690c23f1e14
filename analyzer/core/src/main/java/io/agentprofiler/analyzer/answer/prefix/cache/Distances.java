// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.cache;

import io.agentprofiler.analyzer.answer.prefix.cache.SimulatedCache.Lookup;
import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.PromptSource;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord.WholePrompt;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import io.agentprofiler.analyzer.trace.LongMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

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
        private static final class CachedBlock {
            private int lastUse;
        }

        private final CacheRule rule;
        private final HitCurve curve;
        private final LongMap<CachedBlock> blocks = new LongMap<>(64);
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
                CachedBlock block = blocks.get(prompt.chain()[known]);
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
            CachedBlock block = blocks.get(id);
            if (block == null) {
                block = new CachedBlock();
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

    /**
     * Reuse distances: the cache size needed for each hit. The least recently used entry is evicted first, and the end of a prompt before
     * its beginning. One pass covers all cache sizes (Mattson's stack distances).
     *
     * <p>A prefix is used whenever its continuation is, so a cache holds all that a smaller one holds, and a block is a hit in
     * every cache that can hold it and everything that was used since. Of the blocks a call
     * used last, those that later calls used too are a beginning of its prompt. So what is left of each call is one stretch,
     * in the order of the calls, and a tree of sums over calls gives each distance.
     *
     * <p><b>Threading:</b> one thread.
     */
    final class ReuseDistances implements Distances {
        private static final class ReusedBlock {
            private int lastCall;
            /** Tokens from the prompt's begin to the block's end, as the call counted them that sent it first. */
            private final long end;

            ReusedBlock(int lastCall, long end) {
                this.lastCall = lastCall;
                this.end = end;
            }
        }

        private final CacheRule rule;
        private final HitCurve curve;
        private final LongMap<ReusedBlock> blocks = new LongMap<>(64);
        private final Map<PromptRecord, Integer> numbers = new IdentityHashMap<>();
        /** Tokens that were used last by each call: a tree of sums (Fenwick's). */
        private final long[] sums;
        /** Of each call, tokens before and up to the end of the stretch of its prompt that it used last. */
        private final long[] from;

        private final long[] to;
        /** Tokens of its answer, which follow its prompt; 0 once a later prompt contains them. */
        private final long[] answers;

        private int calls;
        private long total;

        private ReuseDistances(CacheRule rule, int mostCalls, HitCurve curve) {
            this.rule = rule;
            this.curve = curve;
            this.sums = new long[mostCalls + 1];
            this.from = new long[mostCalls + 1];
            this.to = new long[mostCalls + 1];
            this.answers = new long[mostCalls + 1];
        }

        /**
         * Makes an empty one for the calls of one model.
         *
         * @param limit size of the cache in question, 0 for an unlimited one
         */
        static ReuseDistances of(CacheRule rule, List<PromptRecord> calls, long limit) {
            return new ReuseDistances(rule, calls.size(), new HitCurve(most(calls), limit));
        }

        @Override
        public HitCurve curve() {
            return curve;
        }

        /** Returns a size that no cache needs to exceed. */
        private static long most(List<PromptRecord> calls) {
            long most = 0;
            for (PromptRecord call : calls) {
                most += call.ownTokens() + Math.max(0, call.tokens().output());
            }
            return most;
        }

        @Override
        public long take(WholePrompt prompt, Lookup found) {
            if (prompt.call().tokens().input() < 0) {
                return 0;
            }
            long before = curve.hitsInLimit();
            int known = look(prompt, found);
            if (prompt.call().isStored()) {
                keep(prompt, found, known);
            }
            return curve.hitsInLimit() - before;
        }

        /** Adds hits to the curve; returns how many blocks are known. */
        private int look(WholePrompt prompt, Lookup found) {
            PromptRecord call = prompt.call();
            long input = call.tokens().input();
            long answer = answerDistance(found);
            long hits = 0;
            long distance = 0;
            int known = 0;
            int last = -1;
            long above = 0;
            for (; known < prompt.chain().length; known++) {
                ReusedBlock block = blocks.get(prompt.chain()[known]);
                if (block == null) {
                    break;
                }
                if (block.lastCall != last) {
                    last = block.lastCall;
                    above = total - sumTo(last) - from[last];
                }
                distance = above + block.end;
                long end = call.tokensOf(known + 1);
                long with = rule.hit(Math.min(end, found.entry()), input);
                if (with > hits) {
                    // what the answer contains is cached with the answer, even if a prompt contained it long ago
                    boolean answered =
                            answer > 0 && end > found.answer().call().tokens().input();
                    curve.add(answered ? Math.min(distance, answer) : distance, with - hits);
                    hits = with;
                }
            }
            long all = rule.hit(found.entry(), input);
            if (all > hits) {
                curve.add(answer > 0 ? answer : distance, all - hits);
            }
            return known;
        }

        /** Returns the size for the answer that a prompt contains and all that was used since; 0 if there is no such answer. */
        private long answerDistance(Lookup found) {
            Integer number =
                    found.answer() == null ? null : numbers.get(found.answer().call());
            return number == null || answers[number] == 0
                    ? 0
                    : total - sumTo(number) + to[number] - from[number] + answers[number];
        }

        private void keep(WholePrompt prompt, Lookup found, int known) {
            PromptRecord call = prompt.call();
            int number = ++calls;
            long[] chain = prompt.chain();
            long end = 0;
            for (int i = 0; i < known; i++) {
                end = use(blocks.get(chain[i]), number, i + 1 == known ? null : blocks.get(chain[i + 1]));
            }
            for (int i = known; i < chain.length; i++) {
                end += call.tokensOf(i + 1) - call.tokensOf(i);
                blocks.put(chain[i], new ReusedBlock(number, end));
            }
            for (long block : call.answer()) {
                ReusedBlock held = blocks.get(block);
                if (held == null) {
                    end += call.blockBytes();
                    blocks.put(block, new ReusedBlock(number, end));
                } else {
                    end = use(held, number, null);
                }
            }
            to[number] = end;
            Integer answered =
                    found.answer() == null ? null : numbers.get(found.answer().call());
            if (answered != null) {
                add(answered, -answers[answered]);
                answers[answered] = 0;
            }
            if (rule.habits().keepsOutput() && call.answer().length == 0) {
                answers[number] = Math.max(1, call.tokens().output()) - 1;
                numbers.put(call, number);
            }
            add(number, end + answers[number]);
        }

        /** Moves a block from the call that last used it to the current call. */
        private long use(ReusedBlock block, int number, ReusedBlock next) {
            int other = block.lastCall;
            if (next == null || next.lastCall != other) {
                add(other, from[other] - block.end);
                from[other] = block.end;
            }
            block.lastCall = number;
            return block.end;
        }

        private void add(int call, long tokens) {
            total += tokens;
            for (int i = call; i < sums.length; i += i & -i) {
                sums[i] += tokens;
            }
        }

        private long sumTo(int call) {
            long sum = 0;
            for (int i = call; i > 0; i -= i & -i) {
                sum += sums[i];
            }
            return sum;
        }
    }
}
