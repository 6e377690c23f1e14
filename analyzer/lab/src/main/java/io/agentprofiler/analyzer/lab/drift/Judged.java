// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.drift;

import io.agentprofiler.analyzer.answer.diff.Change;
import io.agentprofiler.analyzer.answer.diff.Metric;
import io.agentprofiler.analyzer.answer.diff.side.Row;
import io.agentprofiler.analyzer.lab.drift.Tolerances.Tolerance;

/**
 * A figure and what became of it.
 *
 * @param figure which one
 * @param change both sides of it
 * @param tolerance how far it might move
 * @param adjustedP p-value, adjusted over all figures; {@link Double#NaN} where there is none
 * @param verdict whether it drifted
 * @param decides whether the overall verdict depends on it
 * @param why what decided, in words
 */
public record Judged(
        Figure figure,
        Change change,
        Tolerance tolerance,
        double adjustedP,
        Verdict verdict,
        boolean decides,
        String why) {
    /** Whether something drifted; the worst last. */
    public enum Verdict {
        SAME("same"),
        CANNOT_TELL("cannot tell"),
        DRIFTED("drifted");

        private final String word;

        Verdict(String word) {
            this.word = word;
        }

        /** Returns the word shown and written. */
        public String word() {
            return word;
        }

        /** Returns the worse one. */
        Verdict or(Verdict other) {
            return compareTo(other) >= 0 ? this : other;
        }
    }

    /**
     * A part of the program, or the number of workflows, and whether it is the same on both sides.
     *
     * @param word {@code workflows}, {@code paths}, {@code tools}, {@code models}, {@code parameters} or {@code prompts}
     * @param before what is on the first side, in words
     * @param after what is on the second side
     * @param verdict whether it drifted
     * @param decides whether the overall verdict depends on it
     * @param why what decided, in words
     */
    record JudgedFacet(String word, String before, String after, Verdict verdict, boolean decides, String why) {
        JudgedFacet(String word, String before, String after, Verdict verdict, String why) {
            this(word, before, after, verdict, true, why);
        }
    }

    /**
     * A figure that must not drift.
     *
     * @param word its name in options and files
     * @param row what it is about
     * @param metric which metric of that
     * @param usual how far it may move unless the user says otherwise
     */
    record Figure(String word, Row row, Metric metric, Tolerance usual) {
        /** Returns the same figure of another row. */
        Figure of(Row other) {
            return new Figure(word, other, metric, usual);
        }
    }
}
