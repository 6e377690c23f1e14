// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

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
 * @param explainedShare part of it that is explained by this finding and by no better one; {@link Double#NaN} where it does not say
 *     which time it is about
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
        double explainedShare,
        double costShare,
        Saving saving,
        List<Evidence> evidence,
        Measured measured) {
    /** Returns how sure it is, in a word: of its saving, or of what it says where it claims none. */
    public String confidenceWord() {
        return confidence == Confidence.MEASURED && !saving.isClaimed() ? Confidence.CERTAIN.word() : confidence.word();
    }

    /** Returns the same with the part of it that no better finding explains. */
    Finding explaining(double newExplainedShare, double newCostShare, Saving newSaving, Impact newImpact) {
        return new Finding(
                rule,
                subject,
                newImpact,
                title,
                advice,
                confidence,
                occurrences,
                workflows,
                timeShare,
                newExplainedShare,
                newCostShare,
                newSaving,
                evidence,
                measured);
    }

    /** Returns the greater of its parts of time and money: of what it would save, else of what it is about. */
    double weight(long wallNanos) {
        double time = saving.mostNanos() > 0 && wallNanos > 0 ? saving.likelyNanos() / wallNanos : timeShare;
        return Double.isNaN(costShare) ? time : Math.max(time, costShare * saving.likelyMoneyPart());
    }
}
