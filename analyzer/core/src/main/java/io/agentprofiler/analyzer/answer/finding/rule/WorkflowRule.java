// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule;

import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;

/** A rule that scans workflows one by one and judges the sum of its observations per subject. */
public abstract class WorkflowRule extends FindingRule {
    protected WorkflowRule(String id, Threshold... thresholds) {
        super(id, thresholds);
    }

    @Override
    public abstract void scan(WorkflowScan workflow);

    @Override
    public final void assess(Assessment assessment) {
        assessment.observed(this).forEach((subject, seen) -> judge(seen, assessment.about(this, subject, seen)));
    }

    /**
     * Reports the finding if it is one.
     *
     * @param seen what was noted of a subject
     * @param finding says so already; title and advice are missing, and what threshold it is over
     */
    protected abstract void judge(Aggregate seen, Candidate finding);
}
