// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Sketches which words a text has, so that two texts of a run can be told to be similar though neither can be read: a salted
 * hash of 16 bits for each different word, the 32 smallest, in order. Of two sketches the part in common estimates that of the
 * words (Broder's bottom-k sketch; exact for up to 32 words but for words that happen to share a hash).
 *
 * <p>A word is letters and digits in a row, in lower case. Words behind the first 8192 chars are left out, so that a long
 * text takes bounded time.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class WordSketch {
    static final int MOST_WORDS = 32;
    static final int MOST_CHARS = 8192;

    private final PromptHasher hasher;
    private final HexFormat hex = HexFormat.of();

    WordSketch(PromptHasher hasher) {
        this.hasher = hasher;
    }

    /** Returns the hashes, 4 hexadecimal digits each, one after the other; empty for a text without words. */
    String of(String text) {
        Set<String> words = words(text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS));
        SortedSet<Integer> smallest = new TreeSet<>();
        for (String word : words) {
            smallest.add(hasher.shortHash(word));
            if (smallest.size() > MOST_WORDS) {
                smallest.remove(smallest.last());
            }
        }
        StringBuilder sketch = new StringBuilder(smallest.size() * 4);
        smallest.forEach(hash -> sketch.append(hex.toHexDigits(hash.shortValue())));
        return sketch.toString();
    }

    private static Set<String> words(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        Set<String> words = new HashSet<>();
        int from = -1;
        for (int i = 0; i <= lower.length(); i++) {
            boolean inWord = i < lower.length() && Character.isLetterOrDigit(lower.charAt(i));
            if (inWord && from < 0) {
                from = i;
            } else if (!inWord && from >= 0) {
                words.add(lower.substring(from, i));
                from = -1;
            }
        }
        return words;
    }
}
