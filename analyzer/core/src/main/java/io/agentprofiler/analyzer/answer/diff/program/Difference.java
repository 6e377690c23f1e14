// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.program;

import io.agentprofiler.analyzer.answer.fingerprint.Trait.Facet;
import java.util.List;

/**
 * Something that workflows of one side do and none of the other.
 *
 * @param facet what it is about
 * @param place path in the call tree; empty for tools
 * @param before what is so on the first side only; empty for nothing
 * @param after what is so on the second side only
 * @param workflowsBefore of how many workflows of the first side it is
 * @param workflowsAfter of how many of the second side
 * @param p how likely chance alone puts it on one side, adjusted over all of its kind; {@link Double#NaN} where chance has no part in it
 * @param certainty whether that makes another program
 */
public record Difference(
        Facet facet,
        String place,
        List<String> before,
        List<String> after,
        long workflowsBefore,
        long workflowsAfter,
        double p,
        Certainty certainty) {
    /** What to make of a difference. */
    public enum Certainty {
        /** The program differs. */
        REAL("changed"),
        /** Seen in so few workflows that it may be chance. */
        NOISE("noise"),
        /** Too few workflows on a side to tell. */
        TOO_FEW("n too small");

        private final String word;

        Certainty(String word) {
            this.word = word;
        }

        /** Returns the word shown and written. */
        public String word() {
            return word;
        }
    }

    public Difference {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /** Answers whether only the second side has it. */
    public boolean isNew() {
        return before.isEmpty();
    }

    /** Answers whether only the first side has it. */
    public boolean isGone() {
        return after.isEmpty();
    }

    Difference judged(double adjustedP, Certainty judged) {
        return new Difference(facet, place, before, after, workflowsBefore, workflowsAfter, adjustedP, judged);
    }
}
