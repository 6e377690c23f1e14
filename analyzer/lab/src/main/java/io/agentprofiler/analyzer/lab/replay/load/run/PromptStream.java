// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.run;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedBlocks;
import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedParts;
import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.Attributes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Generated text in place of a whole prompt of which hashes were recorded: two prompts that began alike begin alike here, as far as
 * hashes tell, and no further.
 *
 * <p>The prompt is cut where blocks and messages end. A hash tells what a piece and all before it is; it is the seed of the piece's
 * text.
 */
final class PromptStream {
    /** What a token is taken for where only tokens are known. */
    static final int CHARS_PER_TOKEN = 4;

    private static final int MOST = 1 << 28;

    private final String text;

    private PromptStream(TreeMap<Long, Long> seeds, long total) {
        StringBuilder all = new StringBuilder((int) total + 8);
        long before = 0;
        for (Map.Entry<Long, Long> piece : seeds.headMap(total, true).entrySet()) {
            Filler.add(piece.getValue(), (int) (piece.getKey() - all.length()), all);
            before = piece.getValue();
        }
        Filler.add(SplitMix64.mix(before, total), (int) total - all.length(), all);
        this.text = all.toString();
    }

    /** Returns the text for a call's prompt; {@code null} where no hashes were recorded. */
    static PromptStream of(Span call) {
        AttributeSet attributes = call.attributes();
        RecordedBlocks blocks = RecordedBlocks.of(call);
        TreeMap<Long, Long> seeds = new TreeMap<>();
        if (blocks != null && blocks.bytes() <= MOST) {
            long chain = 0;
            for (int i = 0; i < blocks.length(); i++) {
                chain = blocks.chain(i, chain);
                seeds.put((i + 1) * blocks.blockBytes(), chain);
            }
            for (PromptPart part : RecordedParts.of(attributes)) {
                if (part.hash() != 0 && !seeds.containsKey(part.end())) {
                    Map.Entry<Long, Long> before = seeds.lowerEntry(part.end());
                    seeds.put(part.end(), SplitMix64.mix(before == null ? 0 : before.getValue(), part.hash()));
                }
            }
            return new PromptStream(seeds, blocks.bytes());
        }
        long tokens = attributes.number(Attributes.INPUT_TOKENS);
        if (tokens > 0
                && tokens <= MOST / CHARS_PER_TOKEN
                && attributes.get(Attributes.PROMPT_BLOCK_IDS) instanceof Map<?, ?> map
                && map.get("block_tokens") instanceof Long size
                && size > 0
                && map.get("ids") instanceof List<?> ids) {
            for (int i = 0; i < ids.size(); i++) {
                seeds.put((i + 1) * size * CHARS_PER_TOKEN, SplitMix64.of(String.valueOf(ids.get(i))));
            }
            return new PromptStream(seeds, tokens * CHARS_PER_TOKEN);
        }
        return null;
    }

    /** Answers whether hashes of a call's prompt were recorded. */
    static boolean isKnown(Span call) {
        return RecordedBlocks.of(call) != null || call.attributes().get(Attributes.PROMPT_BLOCK_IDS) instanceof Map;
    }

    int length() {
        return text.length();
    }

    /** Returns the text from a place on; what lies beyond the prompt's end is left out. */
    String text(long from, long length) {
        int begin = (int) Math.min(text.length(), Math.max(0, from));
        int end = (int) Math.min(text.length(), begin + Math.max(0, length));
        return Filler.closed(new StringBuilder(text.substring(begin, end)));
    }

    /** Text that stands for a recorded one: common words, so that a model counts about as many tokens as of any English text. */
    static final class Filler {
        private static final List<String> WORDS = List.of(
                "the", "of", "and", "to", "in", "is", "that", "for", "it", "as", "was", "with", "be", "by", "on", "not",
                "he", "this", "are", "or", "his", "from", "at", "which", "but", "have", "an", "had", "they", "you",
                "were", "their", "one", "all", "we", "can", "her", "has", "there", "been", "if", "more", "when", "will",
                "would", "who", "so", "no", "out", "up", "into", "time", "about", "than", "them", "only", "some",
                "could", "new", "these", "other", "two", "may", "then");
        private static final int MASK = 63;

        private Filler() {}

        /**
         * Adds a text.
         *
         * @param seed the same seed and length give the same text
         * @param length in characters, all of one byte
         */
        static void add(long seed, int length, StringBuilder to) {
            int end = to.length() + length;
            long words = seed;
            while (to.length() < end) {
                words = SplitMix64.finish(words + 0x9e3779b97f4a7c15L);
                for (int i = 0; i < Long.SIZE / 6 && to.length() < end; i++) {
                    to.append(WORDS.get((int) (words >>> 6 * i) & MASK)).append(' ');
                }
            }
            to.setLength(end);
        }

        /** Returns a text that does not end with a blank, which is easily lost on the way. */
        static String of(long seed, int length) {
            StringBuilder text = new StringBuilder(length + 8);
            add(seed, length, text);
            return closed(text);
        }

        /** Returns the text, with a stop for a blank at either end. */
        static String closed(StringBuilder text) {
            for (int end : new int[] {0, text.length() - 1}) {
                if (end >= 0 && end < text.length() && text.charAt(end) == ' ') {
                    text.setCharAt(end, '.');
                }
            }
            return text.toString();
        }
    }
}
