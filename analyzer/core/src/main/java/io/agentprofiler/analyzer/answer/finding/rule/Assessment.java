// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.Claims.Claimant;
import io.agentprofiler.analyzer.answer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.Subject;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.process.ProcessLogs;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The observations of all rules, from which they make findings.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Assessment {
    /** What scans of all workflows noted and gathered. */
    public interface Seen {
        /** Returns what a rule noted. */
        SortedMap<Subject, Aggregate> observed(Claimant rule);

        /** Returns what was gathered of an input. */
        <A> A input(RuleInput<A> input);
    }

    private final CriticalTotals totals;
    private final ProcessLogs processes;
    private final Thresholds thresholds;
    private final Seen seen;
    private final BigDecimal allUsd;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<Finding, Claimant> claimants = new IdentityHashMap<>();

    /**
     * Begins.
     *
     * @param totals what all the workflows waited for
     * @param processes samples of the processes that the workflows ran in
     * @param seen what rules noted, and what was gathered for them
     */
    public Assessment(CriticalTotals totals, ProcessLogs processes, Thresholds thresholds, Seen seen) {
        this.totals = totals;
        this.processes = processes;
        this.thresholds = thresholds;
        this.seen = seen;
        this.allUsd = operations().values().stream().map(OperationFacts::usd).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Returns what all the workflows waited for. */
    public CriticalTotals totals() {
        return totals;
    }

    /** Returns the samples of the processes that the workflows ran in. */
    public ProcessLogs processes() {
        return processes;
    }

    /** Returns the value of a threshold. */
    public double of(Threshold threshold) {
        return thresholds.of(threshold);
    }

    /** Returns what a rule noted. */
    public SortedMap<Subject, Aggregate> observed(Claimant rule) {
        return seen.observed(rule);
    }

    /** Returns what was gathered of an input that the rule names. */
    public <A> A input(RuleInput<A> input) {
        return seen.input(input);
    }

    /** Returns what is known of each operation. */
    public SortedMap<Operation, OperationFacts> operations() {
        return input(OperationFacts.BY_OPERATION);
    }

    /** Begins a finding of a rule about a subject. */
    public Candidate about(Claimant rule, String subject) {
        return new Candidate(this, rule, subject);
    }

    /** Begins a finding about an operation: how often it was called, with its slowest calls as evidence. */
    public Candidate about(Claimant rule, Operation operation) {
        Candidate finding = about(rule, operation.label());
        OperationFacts facts = operations().get(operation);
        return facts == null
                ? finding
                : finding.occurrences(facts.calls(), facts.workflows()).evidence(facts.slowest());
    }

    /** Begins a finding of a rule about what it noted: how often and how long that was, with the evidence and the saving noted. */
    public Candidate about(Claimant rule, Subject subject, Aggregate seen) {
        return about(rule, subject.name())
                .confidence(subject.confidence())
                .occurrences(seen.occurrences(), seen.workflows())
                .time(seen.nanos())
                .saves(seen.saving())
                .evidence(seen.evidence());
    }

    void report(Finding finding, Claimant claimant) {
        findings.add(finding);
        claimants.put(finding, claimant);
    }

    /** Returns the rule that claimed, while it scanned, what a reported finding explains. */
    public Claimant claimant(Finding finding) {
        return claimants.get(finding);
    }

    /** Returns what all priced calls cost in US dollars. */
    public BigDecimal allUsd() {
        return allUsd;
    }

    /** Returns the findings that were reported. */
    public List<Finding> findings() {
        return List.copyOf(findings);
    }
}
