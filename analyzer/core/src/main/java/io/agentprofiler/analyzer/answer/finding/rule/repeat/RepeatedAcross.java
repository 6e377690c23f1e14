// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.math.BigDecimal;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The part of {@link RepeatedCalls} that goes beyond a workflow: calls that repeat those of earlier workflows. It claims for itself,
 * as these calls are known only after all workflows.
 */
final class RepeatedAcross extends FindingRule {
    static final Threshold REPEATED_SHARE = new Threshold(
            "repeated-share",
            0.10,
            "share of the run time or cost that one operation's answers to other workflows would save");

    RepeatedAcross() {
        super("repeated-calls-across", REPEATED_SHARE);
    }

    /** Which calls repeat those of other workflows is known in the end only: until then it claims all that may. */
    @Override
    public boolean explainsAllItClaims() {
        return false;
    }

    @Override
    public void scan(WorkflowScan workflow) {
        workflow.shared(RepeatedCalls.WITHIN_WORKFLOW).forEach((span, confidence) -> claim(workflow, span, confidence));
        for (Span span : workflow.shared(AskedCalls.FIRST_OF_WORKFLOW).keySet()) {
            Confidence confidence = RepeatedCalls.confidence(
                    workflow, span, workflow.equalPayloads().answer(span));
            claim(workflow, span, confidence);
            if (confidence != Confidence.WEAK) {
                claim(workflow, span, Confidence.WEAK);
            }
        }
    }

    private void claim(WorkflowScan workflow, Span span, Confidence confidence) {
        workflow.explains(this, Operation.of(span).label(), confidence, List.of(span));
    }

    @Override
    public void assess(Assessment assessment) {
        throw new UnsupportedOperationException("repeated calls are reported by their rule");
    }

    /**
     * Reports what was repeated of a subject.
     *
     * @param same what workflows repeated themselves, with the same confidence
     */
    void report(Candidate finding, Repeats repeats, Aggregate same) {
        finding.confidence(repeats.confidence())
                .claimedBy(this)
                // in how many workflows there is one or the other is not known
                .occurrences(
                        same.occurrences() + repeats.calls(),
                        same.occurrences() == 0 ? repeats.workflows() : Math.max(same.workflows(), repeats.workflows()))
                .time(same.nanos() + repeats.nanos())
                .saves(same.saving().plus(repeats.saving()))
                .evidence(Repeats.weightiest(
                        Stream.of(same.evidence(), repeats.evidence()).<Evidence>flatMap(List::stream)))
                .report(
                        title(finding.subject(), same.occurrences(), repeats.calls()),
                        advice(finding.subject(), repeats));
    }

    /** Returns what is worth keeping the answers for: not what every workflow asks, and is told at once. */
    static SortedMap<String, Repeats> worthwhile(Assessment assessment) {
        SortedMap<String, Repeats> worthwhile = new TreeMap<>();
        assessment.input(AskedCalls.IN_ALL_WORKFLOWS).repeats().forEach((subject, repeats) -> {
            double least = assessment.of(REPEATED_SHARE);
            double nanos = repeats.saving().mostNanos();
            BigDecimal usd = repeats.use().usd();
            double allUsd = assessment.allUsd().doubleValue();
            if (nanos > 0 && nanos >= least * assessment.totals().measuredNanos()
                    || usd != null && usd.signum() > 0 && usd.doubleValue() >= least * allUsd) {
                worthwhile.put(subject, repeats);
            }
        });
        return worthwhile;
    }

    private static String title(String subject, long within, long across) {
        String calls = Units.count(within + across, "call") + " of " + subject;
        return within == 0
                ? calls + " repeated calls that earlier workflows already made"
                : calls + " repeated an earlier call: " + Units.count(within) + " of the same workflow, "
                        + Units.count(across) + " of another one";
    }

    private static String advice(String subject, Repeats repeats) {
        boolean replayed = repeats.confidence() == Confidence.WEAK && repeats.isReplayed();
        return "cache the answers across workflows"
                + (replayed
                        ? ", if users repeat these questions and not only this recording does"
                        : RepeatedCalls.condition(subject, repeats.confidence()))
                + ": analyzer whatif cache"
                + (repeats.isRandom() ? " --any-temperature" : "");
    }
}
