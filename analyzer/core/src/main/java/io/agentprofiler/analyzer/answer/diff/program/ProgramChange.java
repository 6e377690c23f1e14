// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.program;

import io.agentprofiler.analyzer.answer.diff.program.Difference.Certainty;
import io.agentprofiler.analyzer.answer.fingerprint.Trait.Facet;
import java.util.List;

/**
 * Whether two sides are runs of the same program.
 *
 * @param differences what only one side does, chance included, by facet and place
 * @param shared how many fingerprints both sides have
 * @param before how many only the first side has
 * @param after how many only the second side has
 */
public record ProgramChange(List<Difference> differences, int shared, int before, int after) {
    /** The answer. */
    public enum Verdict {
        SAME("same program"),
        OTHER("another program"),
        /** There are differences, and too few workflows to know whether chance alone makes them. */
        CANNOT_TELL("cannot tell");

        private final String word;

        Verdict(String word) {
            this.word = word;
        }

        /** Returns the words shown and written. */
        public String word() {
            return word;
        }
    }

    public ProgramChange {
        differences = List.copyOf(differences);
    }

    /** Returns the answer. */
    public Verdict verdict() {
        return verdict(differences);
    }

    /** Returns the answer for one facet. */
    public Verdict verdict(Facet facet) {
        return verdict(of(facet));
    }

    private static Verdict verdict(List<Difference> differences) {
        if (differences.stream().anyMatch(one -> one.certainty() == Certainty.REAL)) {
            return Verdict.OTHER;
        }
        boolean open = differences.stream().anyMatch(one -> one.certainty() == Certainty.TOO_FEW);
        return open ? Verdict.CANNOT_TELL : Verdict.SAME;
    }

    /** Returns the differences of a facet. */
    public List<Difference> of(Facet facet) {
        return differences.stream().filter(one -> one.facet() == facet).toList();
    }
}
