// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.critical.CriticalTotals;
import io.agentprofiler.analyzer.metric.operation.Operation;
import java.math.BigDecimal;
import java.util.List;

/**
 * A finding being put together. Unless said otherwise what it says was measured, and what it saves is a supposition.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Draft {
    private final CriticalTotals totals;
    private final Thresholds thresholds;
    private final BigDecimal allUsd;
    private final Rule rule;
    private final String subject;
    private Grade grade = Grade.MEASURED;
    private String title;
    private String advice;
    private long occurrences;
    private long workflows;
    private long nanos;
    private long savedNanos;
    private BigDecimal usd;
    private BigDecimal savedUsd;
    private long savedTokens;
    private List<Evidence> evidence = List.of();
    private Measured measured;
    private Impact impact;

    /**
     * Begins.
     *
     * @param totals what all the workflows waited for
     * @param allUsd what all calls cost
     */
    Draft(Rule rule, String subject, CriticalTotals totals, Thresholds thresholds, BigDecimal allUsd) {
        this.totals = totals;
        this.thresholds = thresholds;
        this.allUsd = allUsd;
        this.rule = rule;
        this.subject = subject;
    }

    Draft grade(Grade newGrade) {
        grade = newGrade;
        return this;
    }

    Draft seen(Tally tally) {
        occurrences(tally.occurrences(), tally.workflows());
        time(tally.nanos(), tally.savedNanos());
        savedUsd = tally.savedUsd();
        savedTokens = tally.savedTokens();
        return evidence(tally.evidence());
    }

    Draft about(OperationFacts facts) {
        return occurrences(facts.calls(), facts.workflows()).evidence(facts.slowest());
    }

    /** Takes the time from what was waited for. */
    Draft path(Operation operation) {
        CriticalTotals.Row row = totals.byOperation().get(operation);
        return row == null ? this : time(row.waitedNanos(), row.savedIfHalfNanos());
    }

    Draft occurrences(long times, long inWorkflows) {
        occurrences = times;
        workflows = inWorkflows;
        return this;
    }

    Draft time(long about, long saved) {
        nanos = about;
        savedNanos = saved;
        return this;
    }

    Draft money(BigDecimal about) {
        usd = about;
        return this;
    }

    Draft evidence(List<Evidence> spans) {
        evidence = spans;
        return this;
    }

    /** Sets the impact of what is neither time nor money. */
    Draft impact(Impact set) {
        impact = set;
        return this;
    }

    /** Says which threshold it is over, and what was measured. */
    Draft over(Threshold threshold, double value) {
        measured = new Measured(threshold, value, thresholds.of(threshold));
        return this;
    }

    Draft text(String newTitle, String newAdvice) {
        title = newTitle;
        advice = newAdvice;
        return this;
    }

    Finding finding() {
        long wall = totals.wallNanos();
        double time = wall <= 0 ? 0 : Math.min(1, (savedNanos > 0 ? savedNanos : nanos) / (double) wall);
        BigDecimal money = savedUsd == null ? usd : savedUsd;
        double cost = money == null || allUsd.signum() == 0
                ? Double.NaN
                : Math.min(1, money.doubleValue() / allUsd.doubleValue());
        if (usd != null && savedUsd == null) {
            // it is about money: the time of its calls is no matter
            time = 0;
        }
        return new Finding(
                rule,
                subject,
                impact == null ? impact(Double.isNaN(cost) ? time : Math.max(time, cost)) : impact,
                title,
                advice,
                grade,
                occurrences,
                workflows,
                time,
                cost,
                savedNanos,
                savedUsd,
                savedTokens,
                evidence,
                measured);
    }

    private Impact impact(double share) {
        if (share >= thresholds.of(Threshold.HIGH_IMPACT)) {
            boolean saves = savedNanos > 0 || savedUsd != null && savedUsd.signum() > 0;
            return saves && grade != Grade.WEAK ? Impact.HIGH : Impact.MEDIUM;
        }
        return share >= thresholds.of(Threshold.MEDIUM_IMPACT) ? Impact.MEDIUM : Impact.LOW;
    }
}
