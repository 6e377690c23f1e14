// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix;

import io.agentprofiler.analyzer.price.Rates;
import io.agentprofiler.analyzer.read.TraceId;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What is kept of a model call to work out prefix caching.
 *
 * <p>Of the hashes of its blocks only those are kept that the call before it in the workflow does not begin with.
 *
 * <p><b>Threading:</b> immutable.
 */
final class PromptRecord {
    /** By time, then by ids: an order that does not depend on how records were gathered. */
    static final Comparator<PromptRecord> ORDER = Comparator.comparingLong(PromptRecord::start)
            .thenComparing(record -> record.trace.toString())
            .thenComparingLong(record -> record.span);

    /** What a call was part of. {@code agent} is {@code null} for calls outside of agents. */
    record Place(String workflow, String agent, String model) {}

    private final TraceId trace;
    private final long span;
    private final Place place;
    private final CacheRule rule;
    private final Rates rates;
    private final Tokens tokens;
    private final long start;
    private final long ready;
    private final boolean stored;
    private final boolean hasText;
    private final List<Field> fields;
    private final long blockBytes;
    private final long bytes;
    private final PromptRecord base;
    private final int shared;
    private final long[] own;

    /** A call as it is read, before its blocks are held against those of the call before it. */
    record Call(
            TraceId trace,
            long span,
            Place place,
            CacheRule rule,
            Rates rates,
            Tokens tokens,
            long start,
            long ready,
            boolean stored,
            boolean hasText,
            List<Field> fields) {}

    /**
     * Makes a record.
     *
     * @param blocks the prompt's blocks, or {@code null} when neither hashes nor text are known
     * @param base the record of the call before it, whose blocks are {@code baseChain}; or {@code null}
     */
    PromptRecord(Call call, Blocks blocks, PromptRecord base, long[] baseChain) {
        this.trace = call.trace();
        this.span = call.span();
        this.place = call.place();
        this.rule = call.rule();
        this.rates = call.rates();
        this.tokens = call.tokens();
        this.start = call.start();
        this.ready = call.ready();
        this.stored = call.stored();
        this.hasText = call.hasText();
        this.fields = call.fields();
        this.blockBytes = blocks == null ? 0 : blocks.blockBytes();
        this.bytes = blocks == null ? 0 : blocks.bytes();
        long[] chain = blocks == null ? new long[0] : blocks.chain();
        int same = base == null ? 0 : sharedLength(chain, baseChain);
        this.base = same == 0 ? null : base;
        this.shared = same;
        this.own = same == 0 ? chain : Arrays.copyOfRange(chain, same, chain.length);
    }

    /** Returns how many blocks two prompts begin with alike. */
    static int sharedLength(long[] one, long[] other) {
        int limit = Math.min(one.length, other.length);
        int same = 0;
        while (same < limit && one[same] == other[same]) {
            same++;
        }
        return same;
    }

    /** Returns the hashes of all blocks. */
    long[] chain() {
        long[] chain = new long[shared + own.length];
        int end = chain.length;
        for (PromptRecord record = this; record != null; record = record.base) {
            int from = record.shared;
            if (from < end) {
                System.arraycopy(record.own, 0, chain, from, end - from);
                end = from;
            }
        }
        return chain;
    }

    /** Answers whether the prompt's text was recorded as a whole. */
    boolean hasText() {
        return hasText;
    }

    boolean hasBlocks() {
        return blockBytes > 0;
    }

    /** Returns how many hashes the record itself holds. */
    int weight() {
        return own.length;
    }

    /** Returns about how many tokens so many blocks have: their share of the prompt's bytes. */
    long tokensOf(int blocks) {
        return Math.round((double) tokens.input() * Math.min(bytes, blocks * blockBytes) / bytes);
    }

    /** Returns the field in which the block after so many begins, or {@code null} when fields are not known. */
    Field fieldAt(int blocks) {
        long at = blocks * blockBytes;
        Field last = null;
        for (Field field : fields) {
            last = field;
            if (at < field.end()) {
                return field;
            }
        }
        return last;
    }

    /** Returns how many full blocks lie in the fields that should be the same in every workflow. */
    int fixedBlocks() {
        long end = 0;
        for (Field field : fields) {
            if (!field.fixed()) {
                break;
            }
            end = field.end();
        }
        return (int) (end / Math.max(1, blockBytes));
    }

    TraceId trace() {
        return trace;
    }

    long span() {
        return span;
    }

    Place place() {
        return place;
    }

    /** Returns the rule of the model's provider, or {@code null}. */
    CacheRule rule() {
        return rule;
    }

    /** Returns the prices at the call's time, or {@code null}. */
    Rates rates() {
        return rates;
    }

    Tokens tokens() {
        return tokens;
    }

    long start() {
        return start;
    }

    /** Returns when the answer began: from then on other calls can read what this one sent. */
    long ready() {
        return ready;
    }

    /** Answers whether the model is known to have read the prompt: failed calls may not have got there. */
    boolean isStored() {
        return stored;
    }
}
