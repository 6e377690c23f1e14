// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.prompt;

import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.Hashes;
import java.util.List;

/**
 * A call with all its blocks and parts.
 *
 * @param call the call
 * @param chain hashes of its blocks, each of all up to it
 * @param parts its parts
 */
public record WholePrompt(PromptRecord call, long[] chain, List<PromptPart> parts) {
    /** Puts together what the record shares with those before it. */
    public static WholePrompt of(PromptRecord call) {
        return new WholePrompt(call, call.chain(), call.parts());
    }

    /** Answers whether it is known where each message ends. */
    public boolean hasMessageEnds() {
        return !parts.isEmpty()
                && parts.get(parts.size() - 1).kind() != PromptPart.PromptPartKind.MESSAGES
                && parts.get(parts.size() - 1).end() == call.bytes();
    }

    /** Returns how many full blocks lie before the end of a part. */
    public int blocksBefore(int part) {
        PromptPart of = parts.get(part);
        // where only their length in chars is known, messages still end with the prompt
        return of.kind() == PromptPart.PromptPartKind.MESSAGES
                ? chain.length
                : (int) Math.min(chain.length, of.end() / call.blockBytes());
    }

    /** Returns how many tokens the prompt has up to the end of a part. */
    public long tokensTo(int part) {
        return call.tokensAt(parts.get(part).end());
    }

    /**
     * Returns a hash of the prompt up to the end of a part, to the byte: of its full blocks, and of the parts that end
     * in the block after them. 0 when one of those is not known.
     */
    public long hashTo(int part) {
        int blocks = blocksBefore(part);
        long from = blocks * call.blockBytes();
        long hash =
                Hashes.mix(blocks == 0 ? 3 : chain[blocks - 1], parts.get(part).end());
        for (int i = part; i >= 0 && parts.get(i).end() > from; i--) {
            if (parts.get(i).hash() == 0) {
                return 0;
            }
            hash = Hashes.mix(hash, parts.get(i).hash());
        }
        return hash;
    }
}
