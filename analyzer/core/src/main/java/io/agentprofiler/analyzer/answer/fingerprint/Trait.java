// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint;

import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One thing that is so in a workflow, of those that make up its fingerprint.
 *
 * @param facet what it is about
 * @param place path in the call tree; empty for tools, which may move
 * @param value name of the tool or model, parameters, or shape of the prompt; empty for paths
 */
public record Trait(Facet facet, String place, String value) implements Comparable<Trait> {
    private static final Comparator<Trait> ORDER =
            Comparator.comparing(Trait::facet).thenComparing(Trait::place).thenComparing(Trait::value);

    /** What a trait is about. */
    public enum Facet {
        /** A place in the call tree. */
        PATH("paths"),
        /** A tool that was called, anywhere. */
        TOOL("tools"),
        /** The model that is asked for at a place. */
        MODEL("models"),
        /** With which parameters. */
        PARAMETERS("parameters"),
        /** With which parts in the prompt. */
        PROMPT("prompts");

        private final String word;

        Facet(String word) {
            this.word = word;
        }

        /** Returns the word shown and written. */
        public String word() {
            return word;
        }
    }

    /** Returns the traits of a workflow. */
    static SortedSet<Trait> of(Fingerprint fingerprint) {
        SortedSet<Trait> traits = new TreeSet<>();
        for (Step step : fingerprint.steps()) {
            String place = step.place();
            traits.add(new Trait(Facet.PATH, place, ""));
            if (step.tool() != null) {
                traits.add(new Trait(Facet.TOOL, "", step.tool()));
            }
            if (step.isOfModel()) {
                traits.add(new Trait(Facet.MODEL, place, step.model()));
                traits.add(new Trait(Facet.PARAMETERS, place, step.parameters()));
                traits.add(new Trait(Facet.PROMPT, place, step.prompt()));
            }
        }
        return traits;
    }

    /** Answers whether it was recorded; what was not differs from nothing. */
    public boolean isKnown() {
        return facet == Facet.PATH || !value.isEmpty() && !value.equals(Calls.UNKNOWN_MODEL);
    }

    @Override
    public int compareTo(Trait other) {
        return ORDER.compare(this, other);
    }
}
