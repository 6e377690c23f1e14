// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.script;

import io.agentprofiler.analyzer.base.stat.SplitMix64;
import java.util.List;

/** Text that stands for a recorded one: common words, so that a model counts about as many tokens as of any English text. */
final class Filler {
    private static final List<String> WORDS = List.of(
            "the", "of", "and", "to", "in", "is", "that", "for", "it", "as", "was", "with", "be", "by", "on", "not",
            "he", "this", "are", "or", "his", "from", "at", "which", "but", "have", "an", "had", "they", "you", "were",
            "their", "one", "all", "we", "can", "her", "has", "there", "been", "if", "more", "when", "will", "would",
            "who", "so", "no", "out", "up", "into", "time", "about", "than", "them", "only", "some", "could", "new",
            "these", "other", "two", "may", "then");
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
