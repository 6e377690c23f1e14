// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.answer;

import java.util.Locale;

/**
 * A vector made of a text's words: the same for the same text, and near that of a text with the same words. Recordings hold no vectors.
 */
final class TextVector {
    private static final int STEM = 5;
    private static final int FACTOR = 0x9E3779B1;
    private static final int OTHER_FACTOR = 0x85EBCA6B;

    private TextVector() {}

    /** Returns a vector of length 1. */
    static float[] of(String text, int dimensions) {
        float[] vector = new float[dimensions];
        for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", -1)) {
            if (!word.isEmpty()) {
                vector[Math.floorMod(word.hashCode() * FACTOR, dimensions)] += 1;
                String stem = word.substring(0, Math.min(STEM, word.length()));
                vector[Math.floorMod(stem.hashCode() * OTHER_FACTOR, dimensions)] += 1;
            }
        }
        // no text is the zero vector
        vector[0] += 0.01f;
        double square = 0;
        for (float value : vector) {
            square += value * value;
        }
        float length = (float) Math.sqrt(square);
        for (int i = 0; i < dimensions; i++) {
            vector[i] /= length;
        }
        return vector;
    }
}
