// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.loop;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;

/** Finds tools that are called with similar arguments over and over. */
public final class SimilarLoop extends WorkflowRule {
    public SimilarLoop() {
        super("similar-loop", Loops.LOOP_CALLS, Loops.SIMILAR_ARGUMENTS);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Loops.note(workflow, this, false);
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        if (finding.confidence() == Confidence.WEAK && seen.most() < Loops.MANY) {
            finding.impact(Impact.LOW);
        }
        finding.over(Loops.LOOP_CALLS, seen.most())
                .report(
                        finding.subject() + " was called " + Math.round(seen.most())
                                + " times in a row with similar arguments" + outcome(finding.confidence()),
                        finding.confidence() == Confidence.WEAK
                                ? "if these are pages or items, let one call return several; otherwise find out why it tries again"
                                : Loops.STOP);
    }

    private static String outcome(Confidence confidence) {
        return switch (confidence) {
            case STRONG, CERTAIN -> ", and returned the same each time";
            case MEASURED -> ", some of them without a new word";
            case WEAK -> "";
        };
    }
}
