// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import java.util.List;

/**
 * A problem worth fixing, with its evidence and the estimated saving.
 *
 * @param rule id of the rule that found it
 * @param subject kind and name of the operation, or {@code all} for all workflows together
 * @param impact how severe it is
 * @param title the problem with its figures, in one line
 * @param advice the instruction, in one line
 * @param confidence how certain it is
 * @param occurrences number of occurrences
 * @param workflows number of affected workflows
 * @param timeShare share of the run time of all workflows that the problem takes
 * @param explainedShare share of the run time that this finding explains and no better one does; {@link Double#NaN} where it does not say
 *     which time it is about
 * @param costShare share of the priced cost that the problem takes, {@link Double#NaN} when that is not known
 * @param saving estimated saving
 * @param evidence the most relevant spans
 * @param measured the exceeded threshold and the measured value, {@code null} where there is none
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
    /** Returns the confidence in one word: of the saving, or of the problem if no saving is claimed. */
    public String confidenceWord() {
        return confidence == Confidence.MEASURED && !saving.isClaimed() ? Confidence.CERTAIN.word() : confidence.word();
    }

    /** Returns a copy with the share that no better finding explains. */
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

    /** Returns the larger of its shares of time and cost: the share saved, or the share affected if no saving is claimed. */
    double weight(long wallNanos) {
        double time = saving.mostNanos() > 0 && wallNanos > 0 ? saving.likelyNanos() / wallNanos : timeShare;
        return Double.isNaN(costShare) ? time : Math.max(time, costShare * saving.likelyMoneyPart());
    }
}
