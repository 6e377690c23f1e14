// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Names that somebody may have meant who wrote another one. */
public final class NearNames {
    private static final int MOST = 3;
    private static final int LEAST_EDITS = 2;
    private static final int PART = 3;

    private NearNames() {}

    private record Near(String name, int edits) {}

    /**
     * Returns the nearest names, at most three, nearest first: those that a third of the letters (two at least) turn into what was
     * written, whatever their case, and those that one of both begins with.
     */
    public static List<String> of(String written, Collection<String> names) {
        String wanted = written.toLowerCase(Locale.ROOT);
        int most = Math.max(LEAST_EDITS, wanted.length() / PART);
        List<Near> near = new ArrayList<>();
        for (String name : names) {
            String lower = name.toLowerCase(Locale.ROOT);
            int edits = edits(wanted, lower);
            boolean begins =
                    !wanted.isEmpty() && !lower.isEmpty() && (lower.startsWith(wanted) || wanted.startsWith(lower));
            if (edits <= most || begins) {
                near.add(new Near(name, edits));
            }
        }
        return near.stream()
                .sorted(Comparator.comparingInt(Near::edits).thenComparing(Near::name))
                .limit(MOST)
                .map(Near::name)
                .toList();
    }

    /** Returns the near names as a question to follow an error, or that there is none, and what there is. */
    public static String ask(String written, Collection<String> names) {
        List<String> near = of(written, names);
        return near.isEmpty()
                ? "there are " + (names.isEmpty() ? "none" : String.join(", ", names))
                : "did you mean " + String.join(" or ", near) + "?";
    }

    /** The least number of letters to insert, leave out or replace (Levenshtein). */
    private static int edits(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int above = row[j];
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[other.length()];
    }
}
