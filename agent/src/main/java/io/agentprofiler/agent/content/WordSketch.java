// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.content;

import java.util.Arrays;
import java.util.Locale;

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
    private static final int HASH_BITS = 16;

    private final PromptHasher hasher;
    private final int[] smallest = new int[MOST_WORDS];
    private int count;

    WordSketch(PromptHasher hasher) {
        this.hasher = hasher;
    }

    /** Returns the hashes, 4 hexadecimal digits each, one after the other; empty for a text without words. */
    String of(String text) {
        String lower = (text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS)).toLowerCase(Locale.ROOT);
        count = 0;
        int from = -1;
        for (int i = 0; i <= lower.length(); i++) {
            boolean inWord = i < lower.length() && Character.isLetterOrDigit(lower.charAt(i));
            if (inWord && from < 0) {
                from = i;
            } else if (!inWord && from >= 0) {
                add(hasher.shortHash(lower.substring(from, i)));
                from = -1;
            }
        }
        StringBuilder sketch = new StringBuilder(count * 4);
        for (int i = 0; i < count; i++) {
            for (int shift = HASH_BITS - 4; shift >= 0; shift -= 4) {
                sketch.append(Character.forDigit(smallest[i] >> shift & 0xf, 16));
            }
        }
        return sketch.toString();
    }

    /** Adds a hash to the smallest, in its place; one that is there already, or larger than all of the most, is left out. */
    private void add(int hash) {
        int at = Arrays.binarySearch(smallest, 0, count, hash);
        if (at >= 0 || ~at == MOST_WORDS) {
            return;
        }
        int moved = Math.min(count, MOST_WORDS - 1) - ~at;
        System.arraycopy(smallest, ~at, smallest, ~at + 1, moved);
        smallest[~at] = hash;
        count = Math.min(count + 1, MOST_WORDS);
    }
}
