// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

import io.agentprofiler.analyzer.read.AttributeSet;
import java.util.Map;

/**
 * A prompt as a chain of hashes, one for each full block of it: a hash stands for its block and all before it, so equal
 * hashes are equal beginnings.
 *
 * @param chain 64 bits a block
 * @param blockBytes bytes of a block
 * @param bytes bytes of the whole prompt
 */
record Blocks(long[] chain, long blockBytes, long bytes) {
    private static final String ATTRIBUTE = "agentprofiler.prompt.blocks";
    private static final long MIX = 0x9e3779b97f4a7c15L;
    private static final int OWN_BLOCK = 64;

    /** Returns what the agent recorded, else what the text gives, else {@code null}. */
    static Blocks of(AttributeSet attributes, PromptText text) {
        if (attributes.get(ATTRIBUTE) instanceof Map<?, ?> map
                && map.get("hashes") instanceof String hashes
                && map.get("hash_chars") instanceof Long chars
                && map.get("block_bytes") instanceof Long blockBytes
                && map.get("bytes") instanceof Long bytes
                && chars > 0
                && chars <= 64
                && blockBytes > 0
                && bytes > 0) {
            return new Blocks(recorded(hashes, chars.intValue()), blockBytes, bytes);
        }
        byte[] bytes = text.bytes();
        return bytes == null ? null : new Blocks(hashed(bytes), OWN_BLOCK, bytes.length);
    }

    private static long[] recorded(String hashes, int chars) {
        long[] chain = new long[hashes.length() / chars];
        long before = 0;
        for (int block = 0; block < chain.length; block++) {
            for (int i = block * chars; i < (block + 1) * chars; i++) {
                before = mix(before ^ hashes.charAt(i));
            }
            chain[block] = before;
        }
        return chain;
    }

    private static long[] hashed(byte[] bytes) {
        long[] chain = new long[bytes.length / OWN_BLOCK];
        long before = 1;
        for (int block = 0; block < chain.length; block++) {
            for (int i = block * OWN_BLOCK; i < (block + 1) * OWN_BLOCK; i++) {
                before = mix(before ^ bytes[i]);
            }
            chain[block] = before;
        }
        return chain;
    }

    private static long mix(long value) {
        long mixed = value * MIX;
        return mixed ^ mixed >>> 29;
    }
}
