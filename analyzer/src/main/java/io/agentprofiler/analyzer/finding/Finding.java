// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import java.math.BigDecimal;
import java.util.List;

/**
 * Something worth changing.
 *
 * @param rule what was looked for
 * @param subject kind and name of the operation, or {@code all} for all workflows together
 * @param impact by its part of all time or money
 * @param title what is so, with its numbers, one line
 * @param advice what to do, one line
 * @param grade how sure it is
 * @param occurrences how often it was seen
 * @param workflows in how many workflows
 * @param timeShare part of all workflows' run time it is about
 * @param costShare part of all priced cost it is about, {@link Double#NaN} when that is not known
 * @param savedNanos what would be saved of the run time of all workflows together, 0 when nothing is claimed
 * @param savedUsd what would be saved in US dollars, {@code null} when that is not known
 * @param savedTokens tokens that would not be sent
 * @param evidence the weightiest spans
 * @param measured the threshold it is over and what was measured, {@code null} where there is none
 */
public record Finding(
        Rule rule,
        String subject,
        Impact impact,
        String title,
        String advice,
        Grade grade,
        long occurrences,
        long workflows,
        double timeShare,
        double costShare,
        long savedNanos,
        BigDecimal savedUsd,
        long savedTokens,
        List<Evidence> evidence,
        Measured measured) {
    /** Answers whether a saving is claimed. */
    public boolean saves() {
        return savedNanos > 0 || savedUsd != null && savedUsd.signum() > 0;
    }

    /** Returns how sure it is, in words: of what it says, and of its saving where that is only a supposition. */
    public String confidence() {
        return grade == Grade.MEASURED && saves() ? "measured; saving supposed" : grade.word();
    }

    /** Returns the greater of its parts of time and money. */
    public double weight() {
        return Double.isNaN(costShare) ? timeShare : Math.max(timeShare, costShare);
    }
}
