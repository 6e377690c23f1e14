// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

/** How certain it is that the advice of a finding can be followed and saves what the finding claims. */
public enum Confidence {
    /** The recording leaves no doubt. */
    CERTAIN("measured"),
    /** Found by simulation of the change. Side effects, and whether cached answers stay valid, are not known. */
    STRONG("modelled"),
    /** The problem was measured. Whether it can be avoided is an assumption. */
    MEASURED("supposed"),
    /** The recording does not show whether the saving is real. */
    WEAK("cannot tell");

    private final String word;

    Confidence(String word) {
        this.word = word;
    }

    /** Returns the word for people and files. */
    public String word() {
        return word;
    }
}
