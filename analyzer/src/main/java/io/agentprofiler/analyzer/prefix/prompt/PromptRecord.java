// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.prefix.prompt;

import io.agentprofiler.analyzer.cost.price.Rates;
import io.agentprofiler.analyzer.input.event.TraceId;
import io.agentprofiler.analyzer.prefix.cache.CacheRule;
import io.agentprofiler.analyzer.prefix.stable.Field;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What is kept of a model call to work out prefix caching.
 *
 * <p>Of the hashes of its blocks, and of its fields, only those are kept that the call before it in the workflow does not
 * begin with.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class PromptRecord {
    /** By time, then by ids: an order that does not depend on how records were gathered. */
    static final Comparator<PromptRecord> ORDER = Comparator.comparingLong(PromptRecord::start)
            .thenComparing(record -> record.call.trace().toString())
            .thenComparingLong(record -> record.call.span());

    /** What a call was part of. {@code agent} is {@code null} for calls outside of agents. */
    public record Place(String workflow, String agent, String model) {}

    /**
     * A place's prompts that can be compared with each other: of hashes those of a run, which has its own salt; of texts,
     * and of tokens, all.
     */
    public record Kin(Place place, PromptSource source, long blockBytes, String run) {}

    private final PromptCall call;
    private final Tokens tokens;
    private final PromptSource source;
    private final long blockBytes;
    private final long bytes;
    /** The earlier call that has the last of the shared blocks itself, or {@code null}. */
    private final PromptRecord base;
    /** The earlier call that has the last of the shared fields itself, or {@code null}. */
    private final PromptRecord fieldBase;

    private final int shared;
    private final long[] own;
    private final long[] answer;
    private final int sharedFields;
    private final List<Field> ownFields;

    /**
     * Makes a record.
     *
     * @param blocks the prompt's blocks, or {@code null} when neither tokens, hashes nor text are known
     * @param fields its parts
     * @param before the call before it, or {@code null}
     */
    PromptRecord(PromptCall call, Blocks blocks, List<Field> fields, WholePrompt before) {
        this.call = call;
        this.tokens = blocks == null ? call.tokens() : blocks.tokens(call.tokens());
        this.source = blocks == null ? null : blocks.source();
        this.blockBytes = blocks == null ? 0 : blocks.blockBytes();
        this.bytes = blocks == null ? 0 : blocks.bytes();
        this.answer = blocks == null ? new long[0] : blocks.answer();
        long[] chain = blocks == null ? new long[0] : blocks.chain();
        int same = before == null ? 0 : sharedLength(chain, before.chain());
        // calls that only hand a beginning on are passed over: blocks lie in no more records than there are blocks
        PromptRecord from = same == 0 ? null : before.call();
        while (from != null && from.shared >= same) {
            from = from.base;
        }
        this.base = from;
        this.shared = same;
        this.own = same == 0 ? chain : Arrays.copyOfRange(chain, same, chain.length);
        int sameFields = 0;
        if (same != 0) {
            int limit = Math.min(fields.size(), before.fields().size());
            while (sameFields < limit
                    && fields.get(sameFields).equals(before.fields().get(sameFields))) {
                sameFields++;
            }
        }
        PromptRecord fieldsFrom = sameFields == 0 ? null : before.call();
        while (fieldsFrom != null && fieldsFrom.sharedFields >= sameFields) {
            fieldsFrom = fieldsFrom.fieldBase;
        }
        this.fieldBase = fieldsFrom;
        this.sharedFields = sameFields;
        this.ownFields = List.copyOf(fields.subList(sameFields, fields.size()));
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

    /** Returns how many records its blocks and its fields lie in. */
    public int reach() {
        int records = 0;
        for (PromptRecord record = this; record != null; record = record.base) {
            records++;
        }
        for (PromptRecord record = fieldBase; record != null; record = record.fieldBase) {
            records++;
        }
        return records;
    }

    /** Returns the parts of the prompt, in order; none where nothing is known of them. */
    public List<Field> fields() {
        if (sharedFields == 0) {
            return ownFields;
        }
        Field[] fields = new Field[sharedFields + ownFields.size()];
        int end = fields.length;
        for (PromptRecord record = this; end > 0; record = record.fieldBase) {
            for (int i = record.sharedFields; i < end; i++) {
                fields[i] = record.ownFields.get(i - record.sharedFields);
            }
            end = Math.min(end, record.sharedFields);
        }
        return List.of(fields);
    }

    /** Returns the blocks that the answer fills, where all tokens are known. */
    public long[] answer() {
        return answer;
    }

    /** Answers whether the prompt's text was recorded as a whole. */
    public boolean hasText() {
        return call.hasText();
    }

    public boolean hasBlocks() {
        return blockBytes > 0;
    }

    /** Returns what the blocks are of, or {@code null} without any. */
    public PromptSource source() {
        return source;
    }

    /** Returns how much the record itself holds, in hashes; a field weighs as much as eight. */
    int weight() {
        return own.length + answer.length + 8 * ownFields.size();
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

    /** Returns about how many tokens so many blocks have: their share of the prompt's bytes. */
    public long tokensOf(int blocks) {
        return tokensAt(blocks * blockBytes);
    }

    /** Returns about how many tokens so many bytes have. */
    long tokensAt(long to) {
        return Math.round((double) tokens.input() * Math.min(bytes, to) / bytes);
    }

    /** Returns the field in which the block after so many begins, or {@code null} when fields are not known. */
    public Field fieldAt(int blocks) {
        long at = blocks * blockBytes;
        Field last = null;
        for (Field field : fields()) {
            last = field;
            if (at < field.end()) {
                return field;
            }
        }
        return last;
    }

    /** Returns how many full blocks lie in the fields that should be the same in every workflow. */
    public int fixedBlocks() {
        long end = 0;
        for (Field field : fields()) {
            if (!field.fixed()) {
                break;
            }
            end = field.end();
        }
        return (int) (end / Math.max(1, blockBytes));
    }

    public TraceId trace() {
        return call.trace();
    }

    public long span() {
        return call.span();
    }

    public Place place() {
        return call.place();
    }

    /** Returns with which prompts of its place it can be compared. */
    public Kin kin() {
        return new Kin(call.place(), source, blockBytes, source == PromptSource.HASHES ? call.run() : null);
    }

    /** Returns what was read of the call beside its prompt. */
    public PromptCall call() {
        return call;
    }

    /** Returns the rule of the model's provider, or {@code null}. */
    public CacheRule rule() {
        return call.rule();
    }

    /** Returns the prices at the call's time, or {@code null}. */
    public Rates rates() {
        return call.rates();
    }

    public Tokens tokens() {
        return tokens;
    }

    public long start() {
        return call.start();
    }

    /** Returns when the answer began: from then on other calls can read what this one sent. */
    public long ready() {
        return call.ready();
    }

    public boolean isStored() {
        return call.stored();
    }
}
