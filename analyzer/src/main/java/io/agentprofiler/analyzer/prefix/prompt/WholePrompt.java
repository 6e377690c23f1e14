// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.prompt;

import io.agentprofiler.analyzer.prefix.stable.Field;
import java.util.List;

/**
 * A call with all its blocks and fields.
 *
 * @param call the call
 * @param chain hashes of its blocks, each of all up to it
 * @param fields its parts
 */
public record WholePrompt(PromptRecord call, long[] chain, List<Field> fields) {
    /** Puts together what the record shares with those before it. */
    public static WholePrompt of(PromptRecord call) {
        return new WholePrompt(call, call.chain(), call.fields());
    }

    /** Answers whether it is known where each message ends. */
    public boolean hasMessageEnds() {
        return !fields.isEmpty()
                && fields.get(fields.size() - 1).part() != Field.Part.MESSAGES
                && fields.get(fields.size() - 1).end() == call.bytes();
    }

    /** Returns how many full blocks lie before the end of a field. */
    public int blocksBefore(int field) {
        Field of = fields.get(field);
        // where only their length in chars is known, messages still end with the prompt
        return of.part() == Field.Part.MESSAGES
                ? chain.length
                : (int) Math.min(chain.length, of.end() / call.blockBytes());
    }

    /** Returns how many tokens the prompt has up to the end of a field. */
    public long tokensTo(int field) {
        return call.tokensAt(fields.get(field).end());
    }

    /**
     * Returns a hash of the prompt up to the end of a field, to the byte: of its full blocks, and of the fields that end
     * in the block after them. 0 when one of those is not known.
     */
    public long place(int field) {
        int blocks = blocksBefore(field);
        long from = blocks * call.blockBytes();
        long hash = Hashes.mix(
                blocks == 0 ? 3 : chain[blocks - 1], fields.get(field).end());
        for (int i = field; i >= 0 && fields.get(i).end() > from; i--) {
            if (fields.get(i).hash() == 0) {
                return 0;
            }
            hash = Hashes.mix(hash, fields.get(i).hash());
        }
        return hash;
    }
}
