// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.json;

import java.util.Collection;

/** Finds the word someone may have meant. */
public final class Nearest {
    private Nearest() {}

    /** Returns {@code "; did you mean 'x'?"} for the nearest of {@code known}, {@code ""} when none is near. */
    public static String hint(String word, Collection<String> known) {
        String nearest = of(word, known);
        return nearest == null ? "" : "; did you mean '" + nearest + "'?";
    }

    /** Returns the nearest of {@code known} within a third of the word's length, {@code null} when there is none. */
    public static String of(String word, Collection<String> known) {
        return of(word, known, (word.length() + 1) / 3);
    }

    /** Returns the nearest of {@code known} within {@code limit} edits, {@code null} when there is none. */
    public static String of(String word, Collection<String> known, int limit) {
        String nearest = null;
        int best = limit + 1;
        for (String candidate : known) {
            // the difference in length is the least it can be; most candidates end here, at every start of an agent
            if (Math.abs(word.length() - candidate.length()) >= best) {
                continue;
            }
            int distance = distance(word, candidate);
            if (distance < best) {
                best = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /** Returns the number of letters to insert, delete, replace or swap with a neighbour. */
    private static int distance(String left, String right) {
        int[][] cost = new int[left.length() + 1][right.length() + 1];
        for (int i = 0; i <= left.length(); i++) {
            for (int j = 0; j <= right.length(); j++) {
                cost[i][j] = i == 0 ? j : j == 0 ? i : cheapest(left, right, cost, i, j);
            }
        }
        return cost[left.length()][right.length()];
    }

    private static int cheapest(String left, String right, int[][] cost, int i, int j) {
        boolean same = left.charAt(i - 1) == right.charAt(j - 1);
        int best = Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + (same ? 0 : 1));
        boolean swapped = i > 1
                && j > 1
                && left.charAt(i - 1) == right.charAt(j - 2)
                && left.charAt(i - 2) == right.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
