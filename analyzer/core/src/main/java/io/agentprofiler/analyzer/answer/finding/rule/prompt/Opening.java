// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain;
import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain.PromptSource;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptText;
import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedParts;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRule;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.tokens.price.ListedModel;
import io.agentprofiler.analyzer.answer.tokens.price.Rates;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.read.event.SpanRef;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The opening of a prompt, which should be the same in every workflow: tools, instructions, and the leading system messages.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param hash of the whole opening
 * @param calls number of workflows that sent exactly this opening
 * @param first the first call that sent it
 * @param text what is known of its text
 */
public record Opening(long hash, long calls, FirstCall first, OpeningText text) {
    /**
     * The first call that sent an opening.
     *
     * @param startNanos when it began
     * @param tokens what it used
     * @param waited how long its workflow waited for it
     * @param rates prices of its model, or {@code null}
     * @param rule how its provider caches, or {@code null}
     */
    record FirstCall(long startNanos, SpanRef ref, Tokens tokens, long waited, Rates rates, CacheRule rule) {
        private static final Comparator<FirstCall> BY_START =
                Comparator.comparingLong(FirstCall::startNanos).thenComparing(FirstCall::ref);
    }

    /**
     * What is known of the text of an opening.
     *
     * @param chain hashes of its blocks, each of all up to it; of the first {@value #MOST_BLOCKS} only
     * @param tail hashes of its text in such blocks from its end on, each of all after it; {@code null} where its text is not known
     * @param blockBytes bytes of a block
     * @param parts the parts it is made of, in order
     * @param promptBytes bytes of the whole prompt
     */
    record OpeningText(long[] chain, long[] tail, long blockBytes, List<PromptPart> parts, long promptBytes) {}

    /** Hashes that are kept, from the beginning and from the end. */
    static final int MOST_BLOCKS = 512;

    /**
     * Returns that of a call's prompt.
     *
     * @param leastTokens shorter ones are left out
     * @return {@code null} where it is not known or not of interest
     */
    static Opening of(WorkflowScan workflow, Span call, long leastTokens) {
        List<PromptPart> recorded = fixed(RecordedParts.of(call.attributes()));
        PromptText text = PromptText.of(call.attributes());
        List<PromptPart> fixed = recorded.isEmpty() ? fixed(text.parts()) : recorded;
        HashChain blocks = fixed.isEmpty() ? null : HashChain.of(call.attributes(), text, null);
        if (blocks == null || blocks.source() == PromptSource.TOKENS) {
            return null;
        }
        long end = Math.min(blocks.bytes(), fixed.get(fixed.size() - 1).end());
        if (tokens(call.tokens().input(), end, blocks.bytes()) < leastTokens) {
            return null;
        }
        ListedModel listed = workflow.price(call).model();
        int whole = (int) Math.min(blocks.chain().length, end / blocks.blockBytes());
        return new Opening(
                hash(fixed),
                1,
                new FirstCall(
                        call.startNanos(),
                        new SpanRef(workflow.trace().id(), call.id()),
                        call.tokens(),
                        workflow.waited(call),
                        listed == null ? null : listed.at(call.startNanos()),
                        CacheRules.bundled().ofCall(call, listed)),
                new OpeningText(
                        Arrays.copyOf(blocks.chain(), Math.min(whole, MOST_BLOCKS)),
                        text.isWhole() ? tail(text.text(), (int) end, (int) blocks.blockBytes()) : null,
                        blocks.blockBytes(),
                        fixed,
                        blocks.bytes()));
    }

    private static List<PromptPart> fixed(List<PromptPart> parts) {
        List<PromptPart> fixed = new ArrayList<>();
        for (PromptPart part : parts) {
            // a part without a hash cannot be told from another one
            if (!part.fixed() || part.hash() == 0) {
                break;
            }
            fixed.add(part);
        }
        return List.copyOf(fixed);
    }

    private static long hash(List<PromptPart> parts) {
        long[] hashes = new long[2 * parts.size()];
        for (int i = 0; i < parts.size(); i++) {
            hashes[2 * i] = parts.get(i).end();
            hashes[2 * i + 1] = parts.get(i).hash();
        }
        return SplitMix64.mix(hashes);
    }

    private static long[] tail(String text, int end, int block) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        long[] tail = new long[Math.min(MOST_BLOCKS, end / block)];
        long before = 1;
        for (int i = 0; i < tail.length; i++) {
            int from = end - (i + 1) * block;
            before = SplitMix64.mix(before, Arrays.hashCode(Arrays.copyOfRange(bytes, from, from + block)));
            tail[i] = before;
        }
        return tail;
    }

    /** Merges equal openings of two sets of workflows. */
    Opening plus(Opening more) {
        Opening earlier = FirstCall.BY_START.compare(first, more.first) <= 0 ? this : more;
        return new Opening(hash, calls + more.calls, earlier.first, earlier.text);
    }

    /** Answers whether its text is known. */
    boolean hasText() {
        return text.tail != null;
    }

    /** Returns the end of the opening as a byte offset in the prompt. */
    long end() {
        return text.parts.get(text.parts.size() - 1).end();
    }

    /** Returns the estimated length of the prefix shared with another opening, in bytes. */
    long sharedBytes(Opening other) {
        int shared = PromptRecord.sharedLength(text.chain, other.text.chain);
        // what was not kept is not known to differ
        return shared == MOST_BLOCKS ? end() : shared * text.blockBytes;
    }

    /** Returns the length of the suffix shared with another opening, in bytes; 0 if texts are not known. */
    long sameEndBytes(Opening other) {
        return text.tail == null || other.text.tail == null
                ? 0
                : PromptRecord.sharedLength(text.tail, other.text.tail) * text.blockBytes;
    }

    /** Returns the estimated number of tokens in a number of prompt bytes. */
    long tokensOf(long part) {
        return tokens(first.tokens.input(), part, text.promptBytes);
    }

    private static long tokens(long input, long part, long bytes) {
        return Math.round((double) input * Math.min(part, bytes) / bytes);
    }

    /** Returns the part at an offset. */
    PromptPart partAt(long offset) {
        return text.parts.stream()
                .filter(part -> offset < part.end())
                .findFirst()
                .orElse(text.parts.get(text.parts.size() - 1));
    }

    /** Returns where the part at an offset begins. */
    long beginOfPartAt(long offset) {
        return text.parts.stream()
                .mapToLong(PromptPart::end)
                .filter(end -> end <= offset)
                .max()
                .orElse(0);
    }
}
