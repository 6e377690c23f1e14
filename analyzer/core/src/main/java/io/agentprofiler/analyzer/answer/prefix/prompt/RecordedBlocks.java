// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.prompt;

import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.Hashes;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.Map;

/**
 * The hashes of a prompt's blocks, as the agent wrote them.
 *
 * @param hashes one after the other
 * @param hashChars length of each
 * @param blockBytes bytes of a block
 * @param bytes of the whole prompt
 * @param tokens input tokens of the call, negative when they are not known
 */
public record RecordedBlocks(String hashes, int hashChars, long blockBytes, long bytes, long tokens) {
    /** Returns the blocks of a call's prompt, or {@code null} when there are none. */
    public static RecordedBlocks of(Span call) {
        Map<?, ?> recorded = HashChain.recorded(call.attributes());
        return recorded == null
                ? null
                : new RecordedBlocks(
                        (String) recorded.get("hashes"),
                        ((Long) recorded.get("hash_chars")).intValue(),
                        (Long) recorded.get("block_bytes"),
                        (Long) recorded.get("bytes"),
                        Calls.usage(call).input());
    }

    /**
     * Answers whether this prompt begins with the whole of an earlier one and goes on. Of the earlier one's end less than a
     * block is not known.
     */
    public boolean continues(RecordedBlocks earlier) {
        return !earlier.hashes.isEmpty() && bytes > earlier.bytes && hashes.startsWith(earlier.hashes);
    }

    public int length() {
        return hashes.length() / hashChars;
    }

    public String hash(int block) {
        return hashes.substring(block * hashChars, (block + 1) * hashChars);
    }

    /** Returns 64 bits of a block's hash and of those before it. */
    public long chain(int block, long before) {
        long chain = before;
        for (int i = block * hashChars; i < (block + 1) * hashChars; i++) {
            chain = Hashes.mix(chain, hashes.charAt(i));
        }
        return chain;
    }

    /** Returns the block's share of the tokens, 0 when they are not known; shares of all blocks add up. */
    public long tokensOf(int block) {
        return tokens < 0 ? 0 : upTo(block + 1L) - upTo(block);
    }

    private long upTo(long blocks) {
        return Math.round((double) tokens * Math.min(bytes, blocks * blockBytes) / bytes);
    }

    /** Returns about how many tokens are not in the blocks that the prompt begins with like an earlier one. */
    public long newTokens(RecordedBlocks before) {
        int limit = Math.min(hashes.length(), before.hashes.length());
        int same = 0;
        while (same < limit && hashes.charAt(same) == before.hashes.charAt(same)) {
            same++;
        }
        return tokens - upTo(same / hashChars);
    }
}
