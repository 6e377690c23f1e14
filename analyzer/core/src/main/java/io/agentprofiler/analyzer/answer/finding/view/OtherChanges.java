// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.view;

import java.util.List;

/**
 * Changes that no finding names, each simulated alone. They are tried before a report says that nothing would save time.
 *
 * @param tried how many changes were simulated; 0 if that was not asked for, or no workflow could be simulated
 * @param simulated on how many workflows
 * @param workflows of how many
 * @param timed whether run times were simulated: not where the recording does not tell what waited for what
 * @param best those that would save most, of time and of cost; empty where none would save anything that matters
 */
public record OtherChanges(int tried, long simulated, long workflows, boolean timed, List<Change> best) {
    /** None was simulated. */
    public static final OtherChanges NOT_TRIED = new OtherChanges(0, 0, 0, false, List.of());

    /** Copies the list. */
    public OtherChanges {
        best = List.copyOf(best);
    }

    /**
     * A change.
     *
     * @param title what to change, as an instruction
     * @param figure what it would save: {@code run time} or {@code cost}
     * @param share which part of it
     * @param caution what the recording cannot tell
     */
    public record Change(String title, String figure, double share, String caution) {}
}
