// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.forecast.predict;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Levels of each feature, with about as many samples in each. */
public final class Bins {
    /** Levels of each feature. */
    public static final int LEVELS = 32;

    /** Upper edge of each level but the last, by feature; no edge twice. */
    private final double[][] edges;

    public Bins(List<Sample> samples) {
        int count = samples.get(0).features().length;
        edges = new double[count][];
        for (int i = 0; i < count; i++) {
            int feature = i;
            double[] sorted = samples.stream()
                    .mapToDouble(sample -> sample.features()[feature])
                    .sorted()
                    .toArray();
            double largest = sorted[sorted.length - 1];
            edges[i] = IntStream.range(1, LEVELS)
                    .mapToDouble(bin -> sorted[(int) ((long) bin * (sorted.length - 1) / LEVELS)])
                    .filter(edge -> edge < largest)
                    .distinct()
                    .toArray();
        }
    }

    /** Returns the level of each feature, from 0. */
    public double[] levels(double[] features) {
        double[] levels = new double[edges.length];
        for (int i = 0; i < levels.length; i++) {
            int place = Arrays.binarySearch(edges[i], features[i]);
            levels[i] = place >= 0 ? place : -place - 1;
        }
        return levels;
    }

    /** Returns the value that parts features as a value between two levels parts these. */
    public double edge(int feature, double betweenLevels) {
        return edges[feature][(int) Math.floor(betweenLevels)];
    }
}
