// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.answer;

import io.agentprofiler.analyzer.lab.replay.match.Asked;
import io.agentprofiler.analyzer.lab.replay.match.Match;
import io.agentprofiler.analyzer.lab.replay.recording.Attempt;
import io.agentprofiler.analyzer.lab.replay.recording.EmbeddedTexts;
import io.agentprofiler.analyzer.lab.replay.recording.EmbeddedTexts.Found;
import io.agentprofiler.analyzer.lab.replay.recording.Operation;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedAnswer;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedWorkflow;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

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
                if (call.operation() == Operation.EMBEDDING && call.answer() != null) {
                    Found found = call.answer().embedded().found();
                    if (found == null) {
                        embedded += Math.max(0, call.answer().count());
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
        RecordedAnswer answer = match.call().answer();
        long wanted = asked.dimensions() > 0
                ? asked.dimensions()
                : answer.dimensions() > 0 ? answer.dimensions() : USUAL_DIMENSIONS;
        int dimensions = (int) Math.min(MOST_DIMENSIONS, wanted);
        if (!searched || dimensions < LEAST_DIMENSIONS) {
            return asked.inputs().stream()
                    .map(text -> TextVector.of(text, dimensions))
                    .toList();
        }
        Directions directions = new Directions(dimensions, common);
        EmbeddedTexts then = answer.embedded();
        if (then.found() != null && asked.inputs().size() == 1) {
            return List.of(query(then.found(), asked.inputs().get(0), directions, dimensions));
        }
        List<List<String>> hashes = hashes(then, match, asked.inputs());
        List<float[]> vectors = new ArrayList<>();
        for (int i = 0; i < asked.inputs().size(); i++) {
            vectors.add(
                    floats(directions.document(documents.place(asked.inputs().get(i), hashes.get(i)))));
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
        int requests = requests(match.call(), match.call().attempts().size());
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
        return (int) call.attempts().subList(0, attempts).stream()
                .filter(attempt -> attempt.outcome() == Attempt.Outcome.ANSWERED)
                .count();
    }

    private static float[] floats(double[] vector) {
        float[] floats = new float[vector.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) vector[i];
        }
        return floats;
    }
}
