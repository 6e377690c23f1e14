// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.read.text.Placeholders;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.shared.schema.Attributes;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The words of a tool call's arguments, from the sketch that the agent makes of them or else from their text: words themselves,
 * or hashes of them. Only sets of one sort are comparable, which those of one run are.
 *
 * @param words the words or hashes
 * @param sketched whether they are hashes, the smallest {@value #SKETCH} of which are known
 */
record ArgumentWords(NavigableSet<String> words, boolean sketched) {
    private static final int SKETCH = 32;
    private static final int HASH_DIGITS = 4;
    private static final String SKETCHES = "agentprofiler.content.tool.call.arguments";
    private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{Nd}]+");

    /** Returns the words of a call, {@code null} when they were not recorded. */
    static ArgumentWords of(Span call) {
        if (call.attributes().get(SKETCHES) instanceof Map<?, ?> digest
                && digest.get("words") instanceof String sketch) {
            NavigableSet<String> hashes = new TreeSet<>();
            for (int i = 0; i + HASH_DIGITS <= sketch.length(); i += HASH_DIGITS) {
                hashes.add(sketch.substring(i, i + HASH_DIGITS));
            }
            return new ArgumentWords(hashes, true);
        }
        Object text = call.attributes().get(Attributes.TOOL_CALL_ARGUMENTS);
        if (text == null || Placeholders.areIn(text)) {
            return null;
        }
        NavigableSet<String> words = new TreeSet<>();
        for (String word : BETWEEN.split(text.toString().toLowerCase(Locale.ROOT))) {
            if (!word.isEmpty()) {
                words.add(word);
            }
        }
        return new ArgumentWords(words, false);
    }

    /**
     * Returns which part of the words of both is common to both, 0 to 1 (Jaccard); 0 where there are none, which is no evidence. Of sketches that left words out it is
     * estimated from the smallest hashes of both together (Broder's bottom-k sketch).
     */
    double similarity(ArgumentWords other) {
        if (sketched != other.sketched) {
            return 0;
        }
        NavigableSet<String> all = new TreeSet<>(words);
        all.addAll(other.words);
        boolean estimated = sketched && (words.size() >= SKETCH || other.words.size() >= SKETCH);
        int counted = estimated ? Math.min(SKETCH, all.size()) : all.size();
        int common = 0;
        Iterator<String> smallest = all.iterator();
        for (int i = 0; i < counted; i++) {
            String word = smallest.next();
            common += words.contains(word) && other.words.contains(word) ? 1 : 0;
        }
        return counted == 0 ? 0 : common / (double) counted;
    }

    /** Returns which part of these words is among others, 0 to 1; 0 where a sketch left words out. */
    double among(Set<String> others) {
        if (words.isEmpty() || sketched && words.size() >= SKETCH) {
            return 0;
        }
        return words.stream().filter(others::contains).count() / (double) words.size();
    }
}
