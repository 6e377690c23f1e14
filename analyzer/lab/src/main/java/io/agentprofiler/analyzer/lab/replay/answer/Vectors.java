// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.answer;

import io.agentprofiler.analyzer.base.stat.SplitMix64;
import io.agentprofiler.analyzer.lab.replay.match.Asked;
import io.agentprofiler.analyzer.lab.replay.match.Match;
import io.agentprofiler.analyzer.lab.replay.recording.EmbeddedTexts;
import io.agentprofiler.analyzer.lab.replay.recording.EmbeddedTexts.Found;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedAnswer;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Attempt;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Operation;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedWorkflow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Makes vectors, which recordings do not hold: where it was recorded what searches found, a query's vector is nearest to those of the same
 * documents, in the same order, so that a store that is filled and asked again finds them again. Other texts are near texts with the same
 * words.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class Vectors {
    private static final int USUAL_DIMENSIONS = 384;
    private static final int MOST_DIMENSIONS = 1 << 16;
    private static final int LEAST_DIMENSIONS = 2;
    /** Where no score was too low, documents are near all queries, however high a score has to be. */
    private static final double NEAR = 0.5;

    private static final int WORD_DIMENSIONS = 512;
    private static final int SHARPNESS = 4;

    private final boolean searched;
    private final double common;
    private final Documents documents = new Documents();
    /** How many hashes of a call the requests before have used. */
    private final Map<RecordedCall, Integer> used = new IdentityHashMap<>();

    /** Makes vectors for a replay of these workflows. */
    public Vectors(List<RecordedWorkflow> workflows) {
        long embedded = 0;
        List<Found> searches = new ArrayList<>();
        for (RecordedWorkflow workflow : workflows) {
            for (RecordedCall call : workflow.calls()) {
                if (call.request().operation() == Operation.EMBEDDING
                        && call.ending().answer() != null) {
                    Found found = call.ending().answer().vectors().embedded().found();
                    if (found == null) {
                        embedded += Math.max(0, call.ending().answer().vectors().count());
                    } else if (found.isKnown()) {
                        searches.add(found);
                    }
                }
            }
        }
        long all = embedded;
        searched = !searches.isEmpty();
        common = searches.stream().anyMatch(found -> found.count() >= 0 && found.count() < Math.min(found.limit(), all))
                ? 0
                : NEAR;
    }

    /** Returns a vector for each text of a request. */
    synchronized List<float[]> of(Match match, Asked asked) {
        RecordedAnswer answer = match.call().ending().answer();
        long wanted = asked.embedding().dimensions() > 0
                ? asked.embedding().dimensions()
                : answer.vectors().dimensions() > 0 ? answer.vectors().dimensions() : USUAL_DIMENSIONS;
        int dimensions = (int) Math.min(MOST_DIMENSIONS, wanted);
        if (!searched || dimensions < LEAST_DIMENSIONS) {
            return asked.embedding().inputs().stream()
                    .map(text -> TextVector.of(text, dimensions))
                    .toList();
        }
        Directions directions = new Directions(dimensions, common);
        EmbeddedTexts then = answer.vectors().embedded();
        if (then.found() != null && asked.embedding().inputs().size() == 1) {
            return List.of(query(then.found(), asked.embedding().inputs().get(0), directions, dimensions));
        }
        List<List<String>> hashes = hashes(then, match, asked.embedding().inputs());
        List<float[]> vectors = new ArrayList<>();
        for (int i = 0; i < asked.embedding().inputs().size(); i++) {
            vectors.add(floats(directions.document(
                    documents.place(asked.embedding().inputs().get(i), hashes.get(i)))));
        }
        return vectors;
    }

    private float[] query(Found found, String text, Directions directions, int dimensions) {
        boolean same = found.query() == null || text.contains(found.query().strip());
        List<Integer> nearest = same ? documents.found(found) : List.of();
        if (documents.size() > 0 && same && (found.count() == 0 || !nearest.isEmpty())) {
            return floats(directions.query(nearest, documents.size()));
        }
        return byWords(text, directions, dimensions);
    }

    /** Returns a vector near the documents that share words with a text. */
    private float[] byWords(String text, Directions directions, int dimensions) {
        float[] words = TextVector.of(text, WORD_DIMENSIONS);
        double[] sum = new double[dimensions];
        boolean any = false;
        for (int i = 0; i < documents.size(); i++) {
            float[] others = TextVector.of(documents.text(i), WORD_DIMENSIONS);
            double cosine = 0;
            for (int j = 0; j < WORD_DIMENSIONS; j++) {
                cosine += words[j] * others[j];
            }
            double weight = Math.pow(Math.max(0, cosine), SHARPNESS);
            any |= weight > 0;
            Directions.add(sum, directions.document(i), weight);
        }
        if (!any) {
            return TextVector.of(text, dimensions);
        }
        Directions.unit(sum);
        return floats(sum);
    }

    /** Returns the recorded hashes of each text; none of one of which it is not known which they are. */
    private List<List<String>> hashes(EmbeddedTexts then, Match match, List<String> texts) {
        int requests = requests(match.call(), match.call().ending().attempts().size());
        int earlier = requests(match.call(), match.attempt());
        int from = earlier == 0 ? 0 : used.getOrDefault(match.call(), 0);
        int needed = texts.stream().mapToInt(Documents::hashes).sum();
        int left = then.hashes().size() - from - needed;
        if (requests <= 1 && left < 0 && then.hashes().size() == Documents.MOST_HASHES) {
            // of many the last are recorded
            from = left;
        } else if (requests <= 1 ? left != 0 : left < 0) {
            from = Integer.MIN_VALUE / 2;
        }
        used.put(match.call(), Math.max(0, from) + needed);
        List<List<String>> hashes = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            int to = from + Documents.hashes(texts.get(i));
            boolean same = then.texts().size() != texts.size()
                    || then.texts().get(i).strip().equals(texts.get(i).strip());
            hashes.add(from >= 0 && same ? then.hashes().subList(from, to) : List.of());
            from = to;
        }
        return hashes;
    }

    private static int requests(RecordedCall call, int attempts) {
        return (int) call.ending().attempts().subList(0, attempts).stream()
                .filter(attempt -> attempt.outcome() == Attempt.AttemptOutcome.ANSWERED)
                .count();
    }

    private static float[] floats(double[] vector) {
        float[] floats = new float[vector.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) vector[i];
        }
        return floats;
    }

    /**
     * Vectors of documents, and those of queries to which given documents are nearest in a given order. As many documents as there are
     * dimensions stand at equal angles to each other, so that any of them can be nearest in any order; further ones at random angles, which are
     * equal, too, but for what chance does in few dimensions.
     */
    private static final class Directions {
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

    /**
     * A vector made of a text's words: the same for the same text, and near that of a text with the same words. Recordings hold no vectors.
     */
    private static final class TextVector {
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
}
