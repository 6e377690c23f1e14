// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.answer;

import io.agentprofiler.analyzer.base.stat.SplitMix64;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Vectors of documents, and those of queries to which given documents are nearest in a given order. As many documents as there are
 * dimensions stand at equal angles to each other, so that any of them can be nearest in any order; further ones at random angles, which are
 * equal, too, but for what chance does in few dimensions.
 */
final class Directions {
    /** How near each document of a search is in comparison with the first: at least half. */
    private static final double LAST_WEIGHT = 0.5;
    /** How far from a query all other documents are moved. */
    private static final double AWAY = 0.2;

    private static final double MARGIN = 0.005;
    private static final double STEP = 0.05;
    private static final long MOST_WORK = 200_000_000;
    private static final int MOST_STEPS = 2_000;

    private final int dimensions;
    private final double common;

    /**
     * Makes vectors of a length.
     *
     * @param dimensions at least 2
     * @param common cosine of the angle between any two documents, from 0 to 1
     */
    Directions(int dimensions, double common) {
        this.dimensions = dimensions;
        this.common = common;
    }

    /** Returns the unit vector of a document. */
    double[] document(int place) {
        double[] vector = new double[dimensions];
        int first = common > 0 ? 1 : 0;
        if (place + first < dimensions) {
            vector[place + first] = 1;
        } else {
            Random random = new Random(SplitMix64.mix(place));
            for (int i = first; i < dimensions; i++) {
                vector[i] = random.nextGaussian();
            }
            unit(vector);
        }
        for (int i = first; i < dimensions; i++) {
            vector[i] *= Math.sqrt(1 - common);
        }
        if (first > 0) {
            vector[0] = Math.sqrt(common);
        }
        return vector;
    }

    /**
     * Returns the unit vector of a query.
     *
     * @param nearest the documents that it is to find, the nearest first
     * @param documents how many there are
     */
    double[] query(List<Integer> nearest, int documents) {
        double[] query = new double[dimensions];
        double away = common > 0 && !nearest.isEmpty() ? 0 : AWAY / Math.sqrt(Math.max(1, documents));
        for (int i = 0; i < documents && away > 0; i++) {
            add(query, document(i), -away);
        }
        for (int i = 0; i < nearest.size(); i++) {
            double weight = 1 - (1 - LAST_WEIGHT) * i / nearest.size();
            add(query, document(nearest.get(i)), weight);
        }
        unit(query);
        if (!nearest.isEmpty() && documents + (common > 0 ? 1 : 0) > dimensions) {
            refine(query, nearest, documents);
        }
        return query;
    }

    /** Turns a query until it finds what it is to find, if it can be done in time. */
    private void refine(double[] query, List<Integer> nearest, int documents) {
        double[][] all = new double[documents][];
        for (int i = 0; i < documents; i++) {
            all[i] = document(i);
        }
        boolean[] wanted = new boolean[documents];
        nearest.forEach(place -> wanted[place] = true);
        long steps = Math.max(1, Math.min(MOST_STEPS, MOST_WORK / ((long) documents * dimensions)));
        for (long step = 0; step < steps; step++) {
            boolean changed = false;
            for (int i = 0; i + 1 < nearest.size(); i++) {
                changed |= part(query, all[nearest.get(i)], all[nearest.get(i + 1)]);
            }
            double[] other = null;
            double near = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < documents; i++) {
                double cosine = wanted[i] ? Double.NEGATIVE_INFINITY : dot(query, all[i]);
                if (cosine > near) {
                    near = cosine;
                    other = all[i];
                }
            }
            if (other != null) {
                changed |= part(query, all[nearest.get(nearest.size() - 1)], other);
            }
            if (!changed) {
                return;
            }
        }
    }

    /** Turns a query to a vector and away from another one, if that is not clearly farther. */
    private static boolean part(double[] query, double[] near, double[] far) {
        if (dot(query, near) - dot(query, far) >= MARGIN) {
            return false;
        }
        add(query, near, STEP);
        add(query, far, -STEP);
        unit(query);
        return true;
    }

    static void add(double[] sum, double[] vector, double weight) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += weight * vector[i];
        }
    }

    private static double dot(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }

    static void unit(double[] vector) {
        double length = Math.sqrt(dot(vector, vector));
        if (length == 0) {
            Arrays.fill(vector, 1 / Math.sqrt(vector.length));
            return;
        }
        for (int i = 0; i < vector.length; i++) {
            vector[i] /= length;
        }
    }
}
