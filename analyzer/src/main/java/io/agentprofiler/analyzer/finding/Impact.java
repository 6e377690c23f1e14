// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

/** How much of all time or money a finding is about. */
public enum Impact {
    HIGH("high"),
    MEDIUM("medium"),
    LOW("low");

    private final String word;

    Impact(String word) {
        this.word = word;
    }

    /** Returns the word for people and files. */
    public String word() {
        return word;
    }
}
