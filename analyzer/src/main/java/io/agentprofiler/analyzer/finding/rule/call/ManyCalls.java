// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.call;

import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.finding.rule.Candidate;
import io.agentprofiler.analyzer.finding.rule.OperationRule;
import io.agentprofiler.analyzer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.metric.operation.Operation;

/** Many calls of one operation in a workflow. */
public final class ManyCalls extends OperationRule {
    static final Threshold CALLS_PER_WORKFLOW =
            new Threshold("calls-per-workflow", 20, "calls of one tool or model in one workflow");

    public ManyCalls() {
        super("many-calls", CALLS_PER_WORKFLOW);
    }

    @Override
    protected void judge(Operation operation, OperationFacts facts, Candidate finding) {
        boolean asks = switch (operation.kind()) {
            case LLM, TOOL, EMBEDDING, RETRIEVAL, RERANK -> true;
            case WORKFLOW, AGENT, MEMORY, PROMPT, GUARDRAIL, EVALUATION, HTTP, FUNCTION -> false;
        };
        if (asks && facts.mostCalls() > finding.of(CALLS_PER_WORKFLOW)) {
            finding.waitedFor(operation)
                    .over(CALLS_PER_WORKFLOW, facts.mostCalls())
                    .report(
                            operation.label() + " was called " + facts.mostCalls() + " times in one workflow",
                            "ask for several things in one call, or for fewer");
        }
    }
}
