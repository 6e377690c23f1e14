// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The severity of a finding: its share of the total time or cost. */
public enum Impact {
    HIGH("high"),
    MEDIUM("medium"),
    LOW("low");

    public static final Threshold HIGH_FROM =
            new Threshold("high-impact", 0.10, "share of the total run time or cost from which the impact is high");
    public static final Threshold MEDIUM_FROM =
            new Threshold("medium-impact", 0.02, "share of the total run time or cost from which the impact is medium");

    /** The thresholds of impact, shared by all rules. */
    static final List<Threshold> THRESHOLDS = List.of(HIGH_FROM, MEDIUM_FROM);

    private final String word;

    Impact(String word) {
        this.word = word;
    }

    /**
     * Returns how severe something is.
     *
     * @param share its part of all time or money
     * @param remedied whether it is known that something would be saved; what has no remedy is never severe
     */
    public static Impact of(double share, boolean remedied, ToDoubleFunction<Threshold> limits) {
        if (share >= limits.applyAsDouble(HIGH_FROM)) {
            return remedied ? HIGH : MEDIUM;
        }
        return share >= limits.applyAsDouble(MEDIUM_FROM) ? MEDIUM : LOW;
    }

    /** Returns the word for people and files. */
    public String word() {
        return word;
    }
}
