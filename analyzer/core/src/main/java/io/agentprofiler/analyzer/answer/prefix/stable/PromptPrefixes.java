// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.stable;

import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedBlocks;
import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The common prefixes of a model's prompts, from the hashes of their blocks, and the new part of each prompt.
 *
 * <p>Blocks form a tree: a block's hash covers all before it. Tokens of a block are its share of the call's input tokens.
 * At most {@value #MAX_BLOCKS} blocks are kept: of more, the deepest level is dropped until they fit, so what is kept
 * depends on the set of prompts only; counts of what is kept are exact.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class PromptPrefixes {
    static final int MAX_BLOCKS = 100_000;
    /** Maximum number of blocks per prompt. */
    static final int MAX_DEPTH = 1_000;

    /** The analysis. */
    public static final Analysis<PromptPrefixes> ANALYSIS =
            Analysis.direct("prompt prefixes", PromptPrefixes::new, PromptPrefixes::add, PromptPrefixes::add);

    private final Map<PrefixKey, PrefixBlock> blocks = new HashMap<>();
    private final SortedMap<String, Distribution> newTokens = new TreeMap<>();
    private final SortedMap<String, long[]> calls = new TreeMap<>();
    /** How many blocks there are at each depth. */
    private int[] atDepth = new int[16];

    private int maxDepth = MAX_DEPTH;

    /** A block of a model's prompts: 64 bits of its own hash and those before it. */
    private record PrefixKey(String model, long chain) {}

    private static final class PrefixBlock {
        private final String hash;
        private final int depth;
        private final PrefixKey parent;
        private long calls;
        private long tokens;

        PrefixBlock(String hash, int depth, PrefixKey parent) {
            this.hash = hash;
            this.depth = depth;
            this.parent = parent;
        }
    }

    /**
     * A beginning that several calls share and no longer one does with as many calls.
     *
     * @param model the model
     * @param hash hash of the prefix, of its run
     * @param blocks its length in blocks
     * @param calls calls that begin with it
     * @param tokens its tokens per call, about
     * @param repeatedTokens tokens that all calls but the first sent again: what a prompt cache could have served of it
     */
    public record Prefix(String model, String hash, int blocks, long calls, long tokens, long repeatedTokens) {}

    private PromptPrefixes() {}

    private void add(Trace trace) {
        Map<String, RecordedBlocks> previous = null;
        for (Span span : trace.spans()) {
            RecordedBlocks prompt = Calls.isModelCall(span) ? RecordedBlocks.of(span) : null;
            if (prompt != null) {
                String model = Calls.model(span);
                add(model, prompt);
                previous = previous == null ? new HashMap<>() : previous;
                RecordedBlocks before = previous.put(model, prompt);
                if (before != null && prompt.tokens() >= 0) {
                    newTokens.computeIfAbsent(model, any -> new Distribution()).add(prompt.newTokens(before));
                }
            }
        }
    }

    private void add(String model, RecordedBlocks prompt) {
        long[] count = calls.computeIfAbsent(model, any -> new long[2]);
        count[0]++;
        count[1] += Math.max(0, prompt.tokens());
        PrefixKey parent = null;
        int length = Math.min(prompt.length(), maxDepth);
        for (int depth = 0; depth < length; depth++) {
            PrefixKey key = new PrefixKey(model, prompt.chain(depth, parent == null ? 0 : parent.chain()));
            PrefixBlock block = blocks.get(key);
            if (block == null) {
                block = add(key, new PrefixBlock(prompt.hash(depth), depth, parent));
            }
            block.calls++;
            block.tokens += prompt.tokensOf(depth);
            parent = key;
        }
        trim();
    }

    private PrefixBlock add(PrefixKey key, PrefixBlock block) {
        blocks.put(key, block);
        if (block.depth >= atDepth.length) {
            atDepth = Arrays.copyOf(atDepth, Math.max(block.depth + 1, atDepth.length * 2));
        }
        atDepth[block.depth]++;
        return block;
    }

    private void add(PromptPrefixes more) {
        maxDepth = Math.min(maxDepth, more.maxDepth);
        more.calls.forEach((model, count) -> {
            long[] own = calls.computeIfAbsent(model, any -> new long[2]);
            own[0] += count[0];
            own[1] += count[1];
        });
        more.newTokens.forEach((model, values) ->
                newTokens.computeIfAbsent(model, any -> new Distribution()).add(values));
        more.blocks.forEach((key, block) -> {
            if (block.depth < maxDepth) {
                PrefixBlock own = blocks.get(key);
                if (own == null) {
                    own = add(key, new PrefixBlock(block.hash, block.depth, block.parent));
                }
                own.calls += block.calls;
                own.tokens += block.tokens;
            }
        });
        drop();
        trim();
    }

    private void trim() {
        if (blocks.size() > MAX_BLOCKS) {
            int kept = 0;
            int depth = 0;
            while (depth < atDepth.length && kept + atDepth[depth] <= MAX_BLOCKS) {
                kept += atDepth[depth++];
            }
            maxDepth = Math.max(1, depth);
            drop();
        }
    }

    private void drop() {
        for (int depth = maxDepth; depth < atDepth.length; depth++) {
            if (atDepth[depth] > 0) {
                blocks.values().removeIf(block -> block.depth >= maxDepth);
                Arrays.fill(atDepth, maxDepth, atDepth.length, 0);
                return;
            }
        }
    }

    /** Returns the models whose prompts were hashed, with the number of their calls. */
    public SortedMap<String, Long> calls() {
        SortedMap<String, Long> counts = new TreeMap<>();
        calls.forEach((model, count) -> counts.put(model, count[0]));
        return counts;
    }

    /** Returns the total input tokens of a model's calls. */
    public long tokens(String model) {
        return calls.get(model)[1];
    }

    /** Returns the number of analyzed blocks per prompt: {@value #MAX_DEPTH}, or fewer if there were too many different blocks. */
    public int maxDepth() {
        return maxDepth;
    }

    /** Returns, by model, the tokens of a prompt that were not in the previous prompt of the same workflow. */
    public SortedMap<String, Distribution> newTokens() {
        return newTokens;
    }

    /**
     * Returns the prefixes at which prompts part, those that repeat most tokens first.
     *
     * @param minShare share of the model's calls that must have a prefix
     */
    public List<Prefix> prefixes(double minShare) {
        // a block is inside a longer prefix when one block below it has all its calls
        Set<PrefixKey> inside = new HashSet<>();
        List<Map.Entry<PrefixKey, PrefixBlock>> byDepth = new ArrayList<>(blocks.entrySet());
        byDepth.sort(Comparator.comparingInt(entry -> entry.getValue().depth));
        Map<PrefixKey, Double> tokensTo = new HashMap<>();
        for (Map.Entry<PrefixKey, PrefixBlock> entry : byDepth) {
            PrefixBlock block = entry.getValue();
            double above = block.parent == null ? 0 : tokensTo.get(block.parent);
            tokensTo.put(entry.getKey(), above + (double) block.tokens / block.calls);
            if (block.parent != null && blocks.get(block.parent).calls == block.calls) {
                inside.add(block.parent);
            }
        }
        List<Prefix> found = new ArrayList<>();
        blocks.forEach((key, block) -> {
            if (block.calls >= 2 && !inside.contains(key) && block.calls >= minShare * calls.get(key.model())[0]) {
                long tokens = Math.round(tokensTo.get(key));
                found.add(new Prefix(
                        key.model(), block.hash, block.depth + 1, block.calls, tokens, tokens * (block.calls - 1)));
            }
        });
        found.sort(Comparator.comparingLong(Prefix::repeatedTokens)
                .reversed()
                .thenComparing(Comparator.comparingLong(Prefix::calls).reversed())
                .thenComparing(Prefix::model)
                .thenComparingInt(Prefix::blocks)
                .thenComparing(Prefix::hash));
        return found;
    }
}
