// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.loop;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;

/** Finds tools that are called with the same arguments over and over. */
public final class Loop extends WorkflowRule {
    public Loop() {
        super("loop", Loops.LOOP_CALLS);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Loops.note(workflow, this, true);
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        boolean sure = finding.confidence() != Confidence.WEAK;
        if (!sure && seen.most() < Loops.MANY) {
            finding.impact(Impact.LOW);
        }
        finding.over(Loops.LOOP_CALLS, seen.most())
                .report(
                        finding.subject() + " was called " + Math.round(seen.most())
                                + " times in a row with the same arguments"
                                + (sure ? "" : ", and returned something else"),
                        sure
                                ? Loops.STOP
                                : "if it waits for a change, let one call wait for it; otherwise find out why it asks again");
    }
}
