// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.prompt;

import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.shared.schema.Attributes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * A prompt as a chain of hashes, one for each full block of it: a hash stands for its block and all before it, so equal
 * hashes are equal beginnings.
 *
 * @param chain 64 bits a block
 * @param blockBytes bytes of a block; tokens, when they or blocks of them are known one by one
 * @param bytes bytes, or then tokens, of the whole prompt
 * @param answer with known tokens the blocks that the prompt's last tokens and the answer's fill, without the answer's last
 *     token, which an engine never computes; else none
 * @param source what the blocks were made of
 */
public record HashChain(long[] chain, long blockBytes, long bytes, long[] answer, PromptSource source) {
    private static final String ATTRIBUTE = "agentprofiler.prompt.blocks";
    private static final int OWN_BLOCK = 64;
    /** Tokens of a block of known tokens, unless a rule's unit is not made of such. */
    private static final int TOKENS = 16;

    private static final long[] NONE = {};

    /** Returns the blocks of tokens where these are recorded, else what the agent recorded, else what the text gives, else {@code null}. */
    public static HashChain of(AttributeSet attributes, PromptText text, CacheRule rule) {
        if (attributes.get(Attributes.PROMPT_TOKEN_IDS) instanceof List<?> prompt && !prompt.isEmpty()) {
            return ofTokens(prompt, attributes.get(Attributes.OUTPUT_TOKEN_IDS), rule);
        }
        HashChain blocks = ofBlocks(attributes);
        if (blocks != null) {
            return blocks;
        }
        Map<?, ?> map = recorded(attributes);
        if (map != null) {
            int chars = ((Long) map.get("hash_chars")).intValue();
            String hashes = (String) map.get("hashes");
            return new HashChain(
                    chain(hashes.length() / chars, chars, 0, hashes::charAt),
                    (Long) map.get("block_bytes"),
                    (Long) map.get("bytes"),
                    NONE,
                    PromptSource.HASHES);
        }
        byte[] bytes = text.bytes();
        return bytes == null
                ? null
                : new HashChain(
                        chain(bytes.length / OWN_BLOCK, OWN_BLOCK, 1, i -> bytes[i]),
                        OWN_BLOCK,
                        bytes.length,
                        NONE,
                        PromptSource.TEXT);
    }

    /** Returns what the agent recorded of a prompt's blocks, or {@code null} when there is nothing that can be read. */
    public static Map<?, ?> recorded(AttributeSet attributes) {
        return attributes.get(ATTRIBUTE) instanceof Map<?, ?> map
                        && map.get("hashes") instanceof String
                        && map.get("hash_chars") instanceof Long chars
                        && map.get("block_bytes") instanceof Long blockBytes
                        && map.get("bytes") instanceof Long bytes
                        && chars > 0
                        && chars <= 64
                        && blockBytes > 0
                        && bytes > 0
                ? map
                : null;
    }

    private static long[] chain(int blocks, int length, long seed, IntToLongFunction unit) {
        long[] chain = new long[blocks];
        long before = seed;
        for (int block = 0; block < blocks; block++) {
            for (int i = block * length; i < (block + 1) * length; i++) {
                before = Hashes.mix(before, unit.applyAsLong(i));
            }
            chain[block] = before;
        }
        return chain;
    }

    /** An id stands for its block and all before it already. */
    private static HashChain ofBlocks(AttributeSet attributes) {
        long tokens = attributes.number(Attributes.INPUT_TOKENS);
        if (tokens <= 0
                || !(attributes.get(Attributes.PROMPT_BLOCK_IDS) instanceof Map<?, ?> map)
                || !(map.get("block_tokens") instanceof Long blockTokens)
                || blockTokens <= 0
                || !(map.get("ids") instanceof List<?> ids)) {
            return null;
        }
        long[] chain = new long[ids.size()];
        for (int i = 0; i < chain.length; i++) {
            chain[i] = ids.get(i) instanceof Long id ? Hashes.mix(4, id) : Hashes.of(String.valueOf(ids.get(i)));
        }
        return new HashChain(chain, blockTokens, tokens, NONE, PromptSource.BLOCKS);
    }

    /** Returns the same as of a run: ids of blocks mean something in their own file only. */
    HashChain inRun(String run) {
        if (source != PromptSource.BLOCKS || run == null) {
            return this;
        }
        long of = Hashes.of(run);
        long[] own = new long[chain.length];
        Arrays.setAll(own, i -> Hashes.mix(of, chain[i]));
        return new HashChain(own, blockBytes, bytes, answer, source);
    }

    private static HashChain ofTokens(List<?> prompt, Object output, CacheRule rule) {
        int unit = rule == null || rule.limits().unit() % TOKENS != 0 ? 1 : TOKENS;
        List<?> answer = output instanceof List<?> list ? list : List.of();
        int known = prompt.size() + Math.max(0, answer.size() - 1);
        long[] chain = chain(known / unit, unit, 2, i -> {
            Object token = i < prompt.size() ? prompt.get(i) : answer.get(i - prompt.size());
            return token instanceof Long id ? id : String.valueOf(token).hashCode();
        });
        int own = prompt.size() / unit;
        return new HashChain(
                Arrays.copyOf(chain, own),
                unit,
                prompt.size(),
                Arrays.copyOfRange(chain, own, chain.length),
                PromptSource.TOKENS);
    }

    /** Returns a call's tokens: what was reported, and its input as counted when it was not. */
    Tokens tokens(Tokens reported) {
        return source != PromptSource.TOKENS || reported.input() >= 0
                ? reported
                : new Tokens(
                        bytes, reported.output(), reported.cacheRead(), reported.cacheWrite(), reported.reasoning());
    }

    /** Chains 64-bit hashes: good enough to tell millions of prompts apart, and never compared with other people's. */
    public static final class Hashes {
        private static final long MIX = 0x9e3779b97f4a7c15L;

        private Hashes() {}

        /** Returns a hash of a hash and what comes after it, never 0. */
        static long mix(long before, long next) {
            long mixed = (before ^ next) * MIX;
            long hash = mixed ^ mixed >>> 29;
            return hash == 0 ? 1 : hash;
        }

        /** Returns a hash of a text, never 0. */
        public static long of(CharSequence text) {
            long hash = 1;
            for (int i = 0; i < text.length(); i++) {
                hash = mix(hash, text.charAt(i));
            }
            return hash;
        }
    }

    /** What was recorded of a prompt, best first. */
    public enum PromptSource {
        /** Its tokens, one by one: what is told of them is exact. */
        TOKENS("token ids"),
        /** Ids of its blocks, as a request trace gives them: what is told of them is exact. */
        BLOCKS("block ids"),
        /** Its text: tokens are a share of its bytes. */
        TEXT("text"),
        /** Hashes of its blocks and messages: the same, to about 16 tokens. */
        HASHES("hashes");

        private final String word;

        PromptSource(String word) {
            this.word = word;
        }

        /** Returns what it is called. */
        public String word() {
            return word;
        }
    }
}
