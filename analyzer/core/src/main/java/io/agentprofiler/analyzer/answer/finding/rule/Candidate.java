// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Finding.Measured;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes.TimedCall;
import io.agentprofiler.analyzer.answer.finding.scan.Claims.Claimant;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.process.ProcessLog;
import java.math.BigDecimal;
import java.util.List;

/**
 * A builder of a finding. By default, its problem counts as measured and its saving as an assumption.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Candidate {
    /** A process that waits keeps fewer processors busy; what else it does meanwhile is in them, too. */
    private static final double WAITING_PROCESSORS = 0.35;
    /** A process that starts and is given a processor keeps this much of it busy. */
    private static final double COMPUTING_PROCESSORS = 0.5;

    private static final long BEFORE_NANOS = 5_000_000_000L;

    private final Assessment assessment;
    private final Claimant rule;
    private final String subject;
    private Confidence confidence = Confidence.MEASURED;
    private long occurrences;
    private long workflows;
    private long nanos;
    private BigDecimal usd;
    private Saving saving = Saving.NONE;
    private List<Evidence> evidence = List.of();
    private Measured measured;
    private Impact impact;
    private Claimant claimant;

    Candidate(Assessment assessment, Claimant rule, String subject) {
        this.assessment = assessment;
        this.rule = rule;
        this.claimant = rule;
        this.subject = subject;
    }

    /** Adds the critical-path time of an operation. The recording does not show how much of it can be saved. */
    public Candidate waitedFor(Operation operation) {
        CriticalTotals.OperationPath row = assessment.totals().byOperation().get(operation);
        return row == null ? this : time(row.waitedNanos()).saves(Saving.upTo(row.waitedNanos()));
    }

    /** Returns what it is about. */
    public String subject() {
        return subject;
    }

    /** Returns how sure it is. */
    public Confidence confidence() {
        return confidence;
    }

    /** Returns the part of all workflows' run time that it is about; 0 of nothing. */
    public double timeShare() {
        return share(nanos);
    }

    /** Returns the part of everything that was spent that it is about; {@link Double#NaN} where that is not known. */
    public double costShare() {
        BigDecimal all = assessment.allUsd();
        return usd == null || all.signum() == 0 ? Double.NaN : usd.doubleValue() / all.doubleValue();
    }

    /**
     * Answers whether the agent recorded all workflows, in a program that can be changed and run again; else they are from finished logs,
     * or from spans of other programs.
     */
    public boolean isOfAgent() {
        return assessment.totals().tellWaiting();
    }

    /** Returns the value of a threshold. */
    public double of(Threshold threshold) {
        return assessment.of(threshold);
    }

    /** Returns what was gathered of an input that the rule names. */
    public <A> A input(RuleInput<A> input) {
        return assessment.input(input);
    }

    /**
     * Answers whether a process is known to have waited while its first call ran. What starts, loading classes and compiling, computes,
     * and so did the process before: where it did not, others had the processors, and nobody knows what it waited for.
     *
     * @param run the process
     */
    public boolean isKnownToWait(String run, TimedCall call) {
        ProcessLog process = assessment.processes().of(run);
        // both are false where the figure is not known
        return process.processorsBetween(call.startNanos() - BEFORE_NANOS, call.startNanos()) >= COMPUTING_PROCESSORS
                && process.processorsBetween(call.startNanos(), call.endNanos()) < WAITING_PROCESSORS;
    }

    /** Returns which part of all workflows' run time a time is; 0 of nothing. */
    public double share(long time) {
        long wall = assessment.totals().measuredNanos();
        return wall <= 0 ? 0 : time / (double) wall;
    }

    /** Sets how sure it is. */
    public Candidate confidence(Confidence sure) {
        confidence = sure;
        return this;
    }

    /** Sets how often it was seen, and in how many workflows. */
    public Candidate occurrences(long times, long inWorkflows) {
        occurrences = times;
        workflows = inWorkflows;
        return this;
    }

    /** Sets the run time it is about, in nanoseconds. */
    public Candidate time(long about) {
        nanos = about;
        return this;
    }

    /** Sets the money it is about, in US dollars. */
    public Candidate money(BigDecimal about) {
        usd = about;
        return this;
    }

    /** Sets what would be saved. */
    public Candidate saves(Saving saved) {
        saving = saved;
        return this;
    }

    /** Sets the spans that show it, the weightiest first. */
    public Candidate evidence(List<Evidence> spans) {
        evidence = spans;
        return this;
    }

    /** Says which part of its rule claimed what it explains, if that is not all that the rule itself claimed. */
    public Candidate claimedBy(Claimant part) {
        claimant = part;
        return this;
    }

    /** Sets the impact of what is neither time nor money. */
    public Candidate impact(Impact set) {
        impact = set;
        return this;
    }

    /** Says which threshold it is over, and what was measured. */
    public Candidate over(Threshold threshold, double value) {
        measured = new Measured(threshold, value, of(threshold));
        return this;
    }

    /**
     * Makes a finding of it.
     *
     * @param title what is so, with its numbers, one line
     * @param advice what to do, one line
     */
    public void report(String title, String advice) {
        if (!assessment.totals().tellWaiting()) {
            saving = saving.withoutCertainTime();
        }
        double time = Math.min(1, share(Math.max(nanos, saving.mostNanos())));
        BigDecimal money = saving.mostUsd() == null ? usd : saving.mostUsd();
        BigDecimal allUsd = assessment.allUsd();
        double cost = money == null || allUsd.signum() == 0
                ? Double.NaN
                : Math.min(1, money.doubleValue() / allUsd.doubleValue());
        if (usd != null && saving.mostUsd() == null) {
            // it is about money: the time of its calls is no matter
            time = 0;
        }
        double saved = saving.mostNanos() > 0 ? share(Math.round(saving.likelyNanos())) : time;
        Finding finding = new Finding(
                rule.id(),
                subject,
                impact == null
                        ? Impact.of(
                                Double.isNaN(cost) ? saved : Math.max(saved, cost * saving.likelyMoneyPart()),
                                sure(),
                                assessment::of)
                        : impact,
                new Finding.FindingText(title, advice),
                confidence,
                new Finding.Occurrences(occurrences, workflows, evidence, measured),
                new Finding.Shares(time, Double.NaN, cost),
                saving);
        assessment.report(finding, claimant);
    }

    private boolean sure() {
        return saving.isClaimed() && confidence != Confidence.WEAK;
    }
}
