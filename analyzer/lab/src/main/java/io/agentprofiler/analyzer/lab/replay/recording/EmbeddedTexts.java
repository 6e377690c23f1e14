// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording;

import io.agentprofiler.analyzer.base.stat.Unknown;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known of the texts that an embedding call was given, and of what was found with its vector.
 *
 * @param hashes those of the texts and of their lines, in order, as far as they were recorded
 * @param texts the texts; empty where they were not recorded
 * @param chars length of all of them together, or unknown
 * @param found what a search with the vector of the only text found; {@code null} where no search followed
 */
public record EmbeddedTexts(List<String> hashes, List<String> texts, long chars, Found found) {
    /** Nothing is known. */
    public static final EmbeddedTexts UNKNOWN = new EmbeddedTexts(List.of(), List.of(), Unknown.LONG, null);

    public EmbeddedTexts {
        hashes = List.copyOf(hashes);
        texts = List.copyOf(texts);
    }

    /**
     * The documents that searches found, the nearest first.
     *
     * @param query what was looked for; {@code null} where only its length is known
     * @param queryChars length of the query, or unknown
     * @param hashes those of the documents' texts, their lines and what else they hold
     * @param texts the documents' texts; empty where they were not recorded
     * @param count how many documents there are, or unknown
     * @param limit how many were asked for at most, or unknown
     */
    public record Found(
            String query, long queryChars, List<String> hashes, List<String> texts, long count, long limit) {
        public Found {
            hashes = List.copyOf(hashes);
            texts = List.copyOf(texts);
        }

        /** Answers whether it is known which documents were found, if any were. */
        public boolean isKnown() {
            return count == 0 || !hashes.isEmpty() || !texts.isEmpty();
        }

        /** Returns what this search and another one with the same vector found. */
        public Found and(Found other) {
            return new Found(
                    query == null ? other.query : query,
                    queryChars < 0 ? other.queryChars : queryChars,
                    joined(hashes, other.hashes),
                    joined(texts, other.texts),
                    count < 0 || other.count < 0 ? Unknown.LONG : count + other.count,
                    limit < 0 || other.limit < 0 ? Unknown.LONG : limit + other.limit);
        }

        private static List<String> joined(List<String> one, List<String> other) {
            List<String> joined = new ArrayList<>(one);
            joined.addAll(other);
            return joined;
        }
    }

    /** Returns the same texts, of which a search is known. */
    public EmbeddedTexts with(Found search) {
        return new EmbeddedTexts(hashes, texts, chars, found == null ? search : found.and(search));
    }
}
