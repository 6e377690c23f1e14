// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import java.util.List;

/**
 * Something worth changing.
 *
 * @param rule id of the rule that found it
 * @param subject kind and name of the operation, or {@code all} for all workflows together
 * @param impact how severe it is
 * @param title what is so, with its numbers, one line
 * @param advice what to do, one line
 * @param confidence how sure it is
 * @param occurrences how often it was seen
 * @param workflows in how many workflows
 * @param timeShare part of all workflows' run time it is about
 * @param costShare part of all priced cost it is about, {@link Double#NaN} when that is not known
 * @param saving what would be saved
 * @param evidence the weightiest spans
 * @param measured the threshold it is over and what was measured, {@code null} where there is none
 */
public record Finding(
        String rule,
        String subject,
        Impact impact,
        String title,
        String advice,
        Confidence confidence,
        long occurrences,
        long workflows,
        double timeShare,
        double costShare,
        Saving saving,
        List<Evidence> evidence,
        Measured measured) {
    /** Returns how sure it is, in words: of what it says, and of its saving where that is only a supposition. */
    public String confidenceWords() {
        return confidence == Confidence.MEASURED && saving.isClaimed()
                ? "measured; saving supposed"
                : confidence.word();
    }

    /** Returns the greater of its parts of time and money. */
    public double weight() {
        return Double.isNaN(costShare) ? timeShare : Math.max(timeShare, costShare);
    }
}
