// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

/** How sure a finding is: that what it suggests can be done, and saves what it says. */
public enum Confidence {
    /** Nothing that could speak against it is left to the reader. */
    CERTAIN("measured"),
    /** By simulating the recording with the change; side effects, or whether old answers do, it cannot know. */
    STRONG("modelled"),
    /** What it says was measured; whether anything can be done about it is a supposition. */
    MEASURED("supposed"),
    /** The recording cannot tell. */
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
