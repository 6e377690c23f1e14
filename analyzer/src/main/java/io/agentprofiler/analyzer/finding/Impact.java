// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import java.util.List;

/** How severe a finding is: how much of all time or money it is about. */
public enum Impact {
    HIGH("high"),
    MEDIUM("medium"),
    LOW("low");

    public static final Threshold HIGH_FROM =
            new Threshold("high-impact", 0.10, "share of the total run time or cost from which the impact is high");
    public static final Threshold MEDIUM_FROM =
            new Threshold("medium-impact", 0.02, "share of the total run time or cost from which the impact is medium");

    /** What every rule is judged by. */
    static final List<Threshold> THRESHOLDS = List.of(HIGH_FROM, MEDIUM_FROM);

    private final String word;

    Impact(String word) {
        this.word = word;
    }

    /** Returns the word for people and files. */
    public String word() {
        return word;
    }
}
