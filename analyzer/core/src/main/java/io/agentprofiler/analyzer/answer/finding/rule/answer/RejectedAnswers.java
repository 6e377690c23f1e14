// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.answer;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.facts.Quotes;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds answers that the program returned to the model at once with another message, because it did not accept them. If every answer is
 * followed up, that is how the program works, not a rejection. A person needs time to answer, a program does not.
 */
public final class RejectedAnswers extends WorkflowRule {
    private static final RuleInput<Map<String, Long>> ANSWERS = new RuleInput<>(
            TreeMap::new,
            RejectedAnswers::countAnswers,
            (into, more) -> more.forEach((subject, count) -> into.merge(subject, count, Long::sum)));

    /** A message that comes later may be a person's. */
    private static final long AT_ONCE_NANOS = 500_000_000L;
    /** A larger part of the first answers is followed up because the program always does so. */
    private static final double MOSTLY = 0.9;
    /** A program that goes on for longer keeps a history that it names no conversation for. */
    private static final int MOST_IN_A_ROW = 4;

    public RejectedAnswers() {
        super("rejected-answers");
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(ANSWERS);
    }

    private static void countAnswers(Map<String, Long> counts, WorkflowScan workflow) {
        for (Span span : workflow.trace().spans()) {
            if (Calls.isModelCall(span) && span.status() == SpanStatus.OK) {
                counts.merge(Operation.asking(span).label(), 1L, Long::sum);
            }
        }
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<String, Map<Span, FollowUp>> bySubject = new TreeMap<>();
        List<FollowUp> all = workflow.shared(FollowUp.IN_WORKFLOW);
        Set<Span> history = histories(all);
        for (FollowUp each : all) {
            if (!each.isOfCutAnswer()
                    && !each.isTurn()
                    && !history.contains(each.next())
                    && each.gapNanos() <= AT_ONCE_NANOS) {
                bySubject
                        .computeIfAbsent(Operation.asking(each.next()).label(), any -> new HashMap<>())
                        .put(each.next(), each);
            }
        }
        bySubject.forEach((subject, followUps) -> {
            Set<Span> again = followUps.keySet();
            long most = workflow.savedWithout(again).mostNanos();
            Saving use = workflow.useOf(again);
            Aggregate seen = new Aggregate(again.size())
                    .saves(Saving.upTo(most))
                    .saves(Saving.moneyUpTo(use.mostUsd(), use.tokens()));
            followUps.forEach((call, each) -> seen.evidence(
                    workflow.trace(), call, WorkflowScan.lengthOf(call), Quotes.rejection(each.first(), call)));
            workflow.note(this, subject, Confidence.MEASURED, seen);
            workflow.explains(this, subject, Confidence.MEASURED, again);
        });
    }

    /** Returns the calls that follow up one another for longer than answers are rejected. */
    private static Set<Span> histories(List<FollowUp> all) {
        Map<Span, List<Span>> rows = new HashMap<>();
        Set<Span> histories = new HashSet<>();
        for (FollowUp each : all) {
            List<Span> row = rows.getOrDefault(each.first(), new ArrayList<>());
            row.add(each.next());
            rows.put(each.next(), row);
            if (row.size() > MOST_IN_A_ROW) {
                histories.addAll(row);
            }
        }
        return histories;
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        long again = seen.occurrences();
        long first = finding.input(ANSWERS).getOrDefault(finding.subject(), 0L) - again;
        if (again > MOSTLY * first) {
            return;
        }
        finding.report(
                Units.count(again) + " of " + Units.count(first + again, "answer") + " of " + finding.subject()
                        + (again == 1 ? " was" : " were")
                        + " sent back to the model at once, with the whole prompt and one message more",
                "if the program rejected them, make the first answer right: give the schema as response format, state the rule"
                        + " that failed in the prompt, or lower the temperature");
    }
}
