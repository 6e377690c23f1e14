// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.drift;

import io.agentprofiler.analyzer.answer.diff.Change;

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
}
