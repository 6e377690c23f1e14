// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.support;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import java.util.List;
import java.util.Locale;

/**
 * An embedding model that runs in this process and needs no download: it hashes words and their beginnings into 384
 * dimensions. Good enough to find the right paragraph of a small knowledge base.
 */
public class HashingEmbeddingModel implements EmbeddingModel {
    private static final int DIMENSIONS = 384;
    private static final int STEM = 5;

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
        return Response.from(segments.stream()
                .map(segment -> Embedding.from(vector(segment.text())))
                .toList());
    }

    @Override
    public String modelName() {
        return "hashing-384";
    }

    @Override
    public int dimension() {
        return DIMENSIONS;
    }

    private static float[] vector(String text) {
        float[] vector = new float[DIMENSIONS];
        for (String word : text.toLowerCase(Locale.ROOT).split("[^a-z0-9]+", -1)) {
            if (word.length() > 2) {
                vector[Math.floorMod(word.hashCode() * 31, DIMENSIONS)] += 1;
                String stem = word.substring(0, Math.min(STEM, word.length()));
                vector[Math.floorMod(stem.hashCode() * 17, DIMENSIONS)] += 1;
            }
        }
        vector[0] += 0.01f; // no text is the zero vector
        return vector;
    }
}
