// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.prompt;

import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.Hashes;
import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.PromptSource;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import io.agentprofiler.analyzer.answer.tokens.price.Rates;
import io.agentprofiler.analyzer.read.event.SpanRef;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * The data of a model call that the analysis of prefix caching needs.
 *
 * <p>Of the hashes of its blocks, and of its parts, only those are kept that the call before it in the workflow does not
 * begin with.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class PromptRecord {
    /** By time, then by ids: an order that does not depend on how records were gathered. */
    static final Comparator<PromptRecord> ORDER = Comparator.comparingLong(PromptRecord::start)
            .thenComparing(record -> record.call.ref().trace().toString())
            .thenComparingLong(record -> record.call.ref().span());

    /** What made a call. {@code agent} is {@code null} for calls outside of agents. */
    public record Caller(String workflow, String agent, String model) implements Comparable<Caller> {
        private static final Comparator<Caller> BY_NAMES = Comparator.comparing(Caller::model)
                .thenComparing(Caller::workflow)
                .thenComparing(caller -> String.valueOf(caller.agent()));

        /** As a record's, but quicker: a caller is looked up for each call. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Caller caller
                    && Objects.equals(workflow, caller.workflow)
                    && Objects.equals(agent, caller.agent)
                    && Objects.equals(model, caller.model);
        }

        @Override
        public int hashCode() {
            return (Objects.hashCode(workflow) * 31 + Objects.hashCode(agent)) * 31 + Objects.hashCode(model);
        }

        @Override
        public int compareTo(Caller other) {
            return BY_NAMES.compare(this, other);
        }
    }

    /**
     * The prompts of a caller that can be compared with each other: for hashes those of one run, which has a salt of its own, and for ids of blocks; for
     * texts and tokens all.
     */
    public record CallerGroup(Caller caller, PromptSource source, long blockBytes, String run) {}

    private final PromptCall call;
    private final Tokens tokens;
    private final PromptSource source;
    private final long blockBytes;
    private final long bytes;
    /** The earlier call that has the last of the shared blocks itself, or {@code null}. */
    private final PromptRecord base;
    /** The earlier call that has the last of the shared parts itself, or {@code null}. */
    private final PromptRecord partBase;

    private final int shared;
    private final long[] own;
    private final long[] answer;
    private final int sharedParts;
    private final List<PromptPart> ownParts;

    /**
     * Makes a record.
     *
     * @param blocks the prompt's blocks, or {@code null} when neither tokens, hashes nor text are known
     * @param parts its parts
     * @param before the call before it, or {@code null}
     */
    PromptRecord(PromptCall call, HashChain blocks, List<PromptPart> parts, WholePrompt before) {
        this.call = call;
        this.tokens = blocks == null
                ? call.billing().tokens()
                : blocks.tokens(call.billing().tokens());
        this.source = blocks == null ? null : blocks.source();
        this.blockBytes = blocks == null ? 0 : blocks.blockBytes();
        this.bytes = blocks == null ? 0 : blocks.bytes();
        this.answer = blocks == null ? new long[0] : blocks.answer();
        long[] chain = blocks == null ? new long[0] : blocks.chain();
        int same = before == null ? 0 : sharedLength(chain, before.chain());
        // calls that add nothing to the shared prefix are skipped, so blocks are spread over no more records than there
        // are blocks
        PromptRecord from = same == 0 ? null : before.call();
        while (from != null && from.shared >= same) {
            from = from.base;
        }
        this.base = from;
        this.shared = same;
        this.own = same == 0 ? chain : Arrays.copyOfRange(chain, same, chain.length);
        int sameParts = 0;
        if (same != 0) {
            int limit = Math.min(parts.size(), before.parts().size());
            while (sameParts < limit
                    && parts.get(sameParts).equals(before.parts().get(sameParts))) {
                sameParts++;
            }
        }
        PromptRecord partsFrom = sameParts == 0 ? null : before.call();
        while (partsFrom != null && partsFrom.sharedParts >= sameParts) {
            partsFrom = partsFrom.partBase;
        }
        this.partBase = partsFrom;
        this.sharedParts = sameParts;
        this.ownParts = List.copyOf(parts.subList(sameParts, parts.size()));
    }

    /** Returns how many blocks two prompts begin with alike. */
    public static int sharedLength(long[] one, long[] other) {
        int limit = Math.min(one.length, other.length);
        int same = 0;
        while (same < limit && one[same] == other[same]) {
            same++;
        }
        return same;
    }

    /** Returns the hashes of all blocks. */
    public long[] chain() {
        long[] chain = new long[shared + own.length];
        int end = chain.length;
        for (PromptRecord record = this; end > 0; record = record.base) {
            int from = record.shared;
            if (from < end) {
                System.arraycopy(record.own, 0, chain, from, end - from);
                end = from;
            }
        }
        return chain;
    }

    /** Returns how many blocks it has. */
    public int length() {
        return shared + own.length;
    }

    /** Returns how many records its blocks and its parts lie in. */
    public int reach() {
        int records = 0;
        for (PromptRecord record = this; record != null; record = record.base) {
            records++;
        }
        for (PromptRecord record = partBase; record != null; record = record.partBase) {
            records++;
        }
        return records;
    }

    /** Returns the parts of the prompt, in order; none where nothing is known of them. */
    public List<PromptPart> parts() {
        if (sharedParts == 0) {
            return ownParts;
        }
        PromptPart[] parts = new PromptPart[sharedParts + ownParts.size()];
        int end = parts.length;
        for (PromptRecord record = this; end > 0; record = record.partBase) {
            for (int i = record.sharedParts; i < end; i++) {
                parts[i] = record.ownParts.get(i - record.sharedParts);
            }
            end = Math.min(end, record.sharedParts);
        }
        return List.of(parts);
    }

    /** Returns the blocks that the answer fills, where all tokens are known. */
    public long[] answer() {
        return answer;
    }

    /** Answers whether the prompt's text was recorded as a whole. */
    public boolean hasText() {
        return call.text().hasPrompt();
    }

    public boolean hasBlocks() {
        return blockBytes > 0;
    }

    /** Returns what the blocks are of, or {@code null} without any. */
    public PromptSource source() {
        return source;
    }

    /** Returns how much the record itself holds, in hashes; a part weighs as much as eight. */
    int weight() {
        return own.length + answer.length + 8 * ownParts.size();
    }

    /** Returns about how many tokens the record itself holds: those after what it shares with the call before it. */
    public long ownTokens() {
        return hasBlocks() && tokens.input() >= 0 ? tokens.input() - tokensOf(shared) : 0;
    }

    public long blockBytes() {
        return blockBytes;
    }

    /** Returns the length of the whole prompt in bytes. */
    public long bytes() {
        return bytes;
    }

    /** Returns the estimated number of tokens in a number of leading blocks, by their share of the prompt's bytes. */
    public long tokensOf(int blocks) {
        return tokensAt(blocks * blockBytes);
    }

    /** Returns the estimated number of tokens in a number of leading bytes. */
    long tokensAt(long to) {
        return Math.round((double) tokens.input() * Math.min(bytes, to) / bytes);
    }

    /** Returns the part in which the block after {@code blocks} leading blocks begins; {@code null} if parts are not known. */
    public PromptPart partAt(int blocks) {
        long at = blocks * blockBytes;
        PromptPart last = null;
        for (PromptPart part : parts()) {
            last = part;
            if (at < part.end()) {
                return part;
            }
        }
        return last;
    }

    /** Returns how many full blocks lie in the parts that should be the same in every workflow. */
    public int fixedBlocks() {
        long end = 0;
        for (PromptPart part : parts()) {
            if (!part.fixed()) {
                break;
            }
            end = part.end();
        }
        return (int) (end / Math.max(1, blockBytes));
    }

    public SpanRef ref() {
        return call.ref();
    }

    public TraceId trace() {
        return call.ref().trace();
    }

    public long span() {
        return call.ref().span();
    }

    public Caller caller() {
        return call.caller();
    }

    /** Answers whether what is known of the prompt means something in its run only. */
    private boolean isOfRun() {
        return source == PromptSource.HASHES || source == PromptSource.BLOCKS;
    }

    /** Returns the group of prompts that it can be compared with. */
    public CallerGroup group() {
        return new CallerGroup(call.caller(), source, blockBytes, isOfRun() ? call.run() : null);
    }

    /** Returns what was read of the call beside its prompt. */
    public PromptCall call() {
        return call;
    }

    /** Returns the rule of the model's provider, or {@code null}. */
    public CacheRule rule() {
        return call.billing().rule();
    }

    /** Returns how many cached leading tokens the rule can serve; all of them without a rule. */
    public long hit(long known) {
        return rule() == null ? known : rule().hit(known, tokens.input());
    }

    /** Returns the prices at the call's time, or {@code null}. */
    public Rates rates() {
        return call.billing().rates();
    }

    public Tokens tokens() {
        return tokens;
    }

    public long start() {
        return call.times().start();
    }

    /** Returns when the answer began: from then on other calls can read what this one sent. */
    public long ready() {
        return call.times().ready();
    }

    public boolean isStored() {
        return call.stored();
    }

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
            long hash = Hashes.mix(
                    blocks == 0 ? 3 : chain[blocks - 1], parts.get(part).end());
            for (int i = part; i >= 0 && parts.get(i).end() > from; i--) {
                if (parts.get(i).hash() == 0) {
                    return 0;
                }
                hash = Hashes.mix(hash, parts.get(i).hash());
            }
            return hash;
        }
    }
}
