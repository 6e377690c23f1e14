// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.answer;

import io.agentprofiler.analyzer.lab.replay.recording.EmbeddedTexts.Found;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The texts that were embedded in a replay to be found later, by their place in the order in which they came.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class Documents {
    /** Shorter texts have no hash in a recording. */
    private static final int LEAST_CHARS = 12;
    /** So many hashes of a text, or of the texts of a call, are recorded: the last ones. */
    static final int MOST_HASHES = 128;

    private static final int SEVERAL = -1;

    private final List<String> texts = new ArrayList<>();
    private final Map<String, Integer> byText = new HashMap<>();
    private final Map<String, Integer> byHash = new HashMap<>();

    /** Returns how many there are. */
    int size() {
        return texts.size();
    }

    String text(int place) {
        return texts.get(place);
    }

    /** Returns how many hashes a recording has of a text: those of its lines, if it has several, and its own. */
    static int hashes(String text) {
        String whole = text.strip();
        if (whole.length() < LEAST_CHARS) {
            return 0;
        }
        long lines = whole.indexOf('\n') < 0
                ? 0
                : whole.lines()
                        .filter(line -> line.strip().length() >= LEAST_CHARS)
                        .count();
        return (int) Math.min(MOST_HASHES, lines + 1);
    }

    /**
     * Returns the place of a text, a new one if it was not there.
     *
     * @param hashes those that a recording has of it; none where that is not known
     */
    int place(String text, List<String> hashes) {
        int place = byText.computeIfAbsent(text.strip(), any -> {
            texts.add(text.strip());
            return texts.size() - 1;
        });
        for (String hash : hashes) {
            // a line that several texts have tells none of them
            byHash.merge(hash, place, (one, other) -> one.equals(other) ? one : SEVERAL);
        }
        return place;
    }

    /** Returns the places of the documents that a search found, the nearest first, as far as they are here. */
    List<Integer> found(Found found) {
        Set<Integer> places = new LinkedHashSet<>();
        for (String text : found.texts()) {
            int place = withText(text.strip());
            if (place >= 0) {
                places.add(place);
            }
        }
        if (found.texts().isEmpty()) {
            for (String hash : found.hashes()) {
                int place = byHash.getOrDefault(hash, SEVERAL);
                if (place >= 0) {
                    places.add(place);
                }
            }
        }
        return List.copyOf(places);
    }

    /** What is embedded of a document may begin with its metadata. */
    private int withText(String text) {
        Integer place = byText.get(text);
        if (place != null) {
            return place;
        }
        for (int i = 0; i < texts.size() && !text.isEmpty(); i++) {
            if (texts.get(i).endsWith(text)) {
                return i;
            }
        }
        return SEVERAL;
    }
}
