// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule;

import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;

/** A rule that judges each model, tool, embedding or retrieval by the figures of all its calls. */
public abstract class OperationRule extends FindingRule {
    protected OperationRule(String id, Threshold... thresholds) {
        super(id, thresholds);
    }

    /** All own time of the operation is claimed for it. */
    @Override
    public boolean explainsAllItClaims() {
        return false;
    }

    @Override
    public final boolean explainsOperations() {
        return true;
    }

    @Override
    public final void assess(Assessment assessment) {
        assessment
                .operations()
                .forEach((operation, facts) -> judge(operation, facts, assessment.about(this, operation)));
    }

    /**
     * Reports the finding if it is one.
     *
     * @param finding says how often the operation was called and which calls were slowest; title and advice are missing, what it
     *     is about (time or money), and what threshold it is over
     */
    protected abstract void judge(Operation operation, OperationFacts facts, Candidate finding);
}
