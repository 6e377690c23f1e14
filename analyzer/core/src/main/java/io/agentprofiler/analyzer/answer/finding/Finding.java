// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A problem worth fixing, with its evidence and the estimated saving.
 *
 * @param rule id of the rule that found it
 * @param subject kind and name of the operation, or {@code all} for all workflows together
 * @param impact how severe it is
 * @param text what is said of it
 * @param confidence how certain it is
 * @param seen where it was seen
 * @param shares what it takes of all
 * @param saving estimated saving
 */
public record Finding(
        String rule,
        String subject,
        Impact impact,
        FindingText text,
        Confidence confidence,
        Occurrences seen,
        Shares shares,
        Saving saving) {
    /** Stands between the rule and the place in an id. */
    public static final String PLACE = ":";

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}._+]+");

    /**
     * Returns the id of the finding of a rule at a place: the same before and after a change, whatever takes longer and however often
     * it is seen. {@code failing-calls:tool-refund}.
     */
    public static String id(String rule, String subject) {
        return rule + PLACE + BETWEEN_WORDS.matcher(subject).replaceAll("-");
    }

    /** Returns the {@linkplain #id(String, String) id} of this one. */
    public String id() {
        return id(rule, subject);
    }

    /**
     * What is said of a finding.
     *
     * @param title the problem with its figures, in one line
     * @param advice the instruction, in one line
     */
    public record FindingText(String title, String advice) {}

    /**
     * Where a problem was seen.
     *
     * @param occurrences number of occurrences
     * @param workflows number of affected workflows
     * @param evidence the most relevant spans
     * @param measured the exceeded threshold and the measured value, {@code null} where there is none
     */
    public record Occurrences(long occurrences, long workflows, List<Evidence> evidence, Measured measured) {}

    /**
     * What a problem takes of all.
     *
     * @param timeShare share of the run time of all workflows that the problem takes
     * @param explainedShare share of the run time that this finding explains and no better one does; {@link Double#NaN} where it does
     *     not say which time it is about
     * @param costShare share of the priced cost that the problem takes, {@link Double#NaN} when that is not known
     */
    public record Shares(double timeShare, double explainedShare, double costShare) {}

    /** Returns the confidence in one word: of the saving, or of the problem if no saving is claimed. */
    public String confidenceWord() {
        return confidence == Confidence.MEASURED && !saving.isClaimed() ? Confidence.CERTAIN.word() : confidence.word();
    }

    /** Returns what the recording says of the evidence, in one line; {@code null} for nothing. */
    public String quote() {
        return seen.evidence().stream()
                .map(Evidence::quote)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns a copy with the share that no better finding explains. */
    Finding explaining(double newExplainedShare, double newCostShare, Saving newSaving, Impact newImpact) {
        Shares newShares = new Shares(shares.timeShare, newExplainedShare, newCostShare);
        return new Finding(rule, subject, newImpact, text, confidence, seen, newShares, newSaving);
    }

    /** Returns the larger of its shares of time and cost: the share saved, or the share affected if no saving is claimed. */
    double weight(long wallNanos) {
        double time = saving.mostNanos() > 0 && wallNanos > 0 ? saving.likelyNanos() / wallNanos : shares.timeShare;
        return Double.isNaN(shares.costShare) ? time : Math.max(time, shares.costShare * saving.likelyMoneyPart());
    }

    /**
     * A measured value that exceeds a threshold.
     *
     * @param threshold the exceeded threshold
     * @param value the measured value, in the threshold's unit
     * @param limit the threshold's value
     */
    public record Measured(Threshold threshold, double value, double limit) {}
}
