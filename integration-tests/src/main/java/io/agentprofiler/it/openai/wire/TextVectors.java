// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.openai.wire;

import java.util.Locale;

/**
 * Embeds text by hashing its words into a fixed number of dimensions: the same text always gets the same vector, and
 * texts that share words are near each other. No model behind it.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class TextVectors {
    /** Length of every vector. */
    static final int DIMENSIONS = 64;

    private TextVectors() {}

    /** Returns the unit vector of {@code text}. */
    public static float[] embed(String text) {
        float[] vector = new float[DIMENSIONS];
        for (String word : text.toLowerCase(Locale.ROOT).split("[^a-z0-9]+", -1)) {
            if (!word.isEmpty()) {
                vector[Math.floorMod(word.hashCode() * 31, DIMENSIONS)] += 1;
            }
        }
        double squares = 0;
        for (float value : vector) {
            squares += value * value;
        }
        if (squares == 0) {
            vector[0] = 1;
            return vector;
        }
        float length = (float) Math.sqrt(squares);
        for (int i = 0; i < vector.length; i++) {
            vector[i] /= length;
        }
        return vector;
    }

    /** Returns a token count that grows with the text: its words, at least one. */
    public static int tokens(String text) {
        return Math.max(1, text.trim().split("\\s+", -1).length);
    }
}
