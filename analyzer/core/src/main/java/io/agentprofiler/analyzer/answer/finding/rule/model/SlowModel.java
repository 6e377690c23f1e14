// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.model;

import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.OperationRule;
import io.agentprofiler.analyzer.answer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;

/**
 * Finds models that are slow for their output if the recording does not show whether the first token is late or generation is slow.
 * Answers were not streamed, and their times do not show the time per token.
 */
public final class SlowModel extends OperationRule {
    static final Threshold SLOW_MODEL_MS = new Threshold(
            "slow-model-ms",
            3000,
            "mean time from a model's request to its answer, where the length of answers is not known");

    public SlowModel() {
        super("slow-model", SLOW_MODEL_MS, LateFirstToken.FIRST_TOKEN_LATE_MS, SlowGeneration.TOKEN_MS);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(AnswerSpeed.BY_MODEL);
    }

    @Override
    protected void judge(Operation operation, OperationFacts facts, Candidate finding) {
        AnswerSpeed speed = finding.input(AnswerSpeed.BY_MODEL).get(operation.label());
        if (operation.kind() != SpanKind.LLM || speed == null || speed.estimate() != null) {
            return;
        }
        double output = speed.meanWholeOutput();
        double millis = speed.meanWholeNanos() / Threshold.MILLI;
        // more than a first token that is late and all others that are slow take together: at least one of both is so
        double limit = Double.isNaN(output)
                ? finding.of(SLOW_MODEL_MS)
                : finding.of(LateFirstToken.FIRST_TOKEN_LATE_MS) + output * finding.of(SlowGeneration.TOKEN_MS);
        if (millis >= limit) {
            if (!finding.isOfAgent()) {
                // nothing of a finished log can be streamed to see which it is
                finding.impact(Impact.LOW);
            }
            finding.time(speed.waited(call -> call.nanos()))
                    .report(
                            operation.label() + " takes " + Units.duration(speed.meanWholeNanos())
                                    + " on average"
                                    + (Double.isNaN(output)
                                            ? ""
                                            : " for " + Units.count(Math.round(output), "token") + " of output")
                                    + " (n=" + facts.calls()
                                    + "); the recording cannot tell whether its first token is late or its generation slow",
                            finding.isOfAgent()
                                    ? "stream the answers of some workflows to see which, or compare with another model: analyzer whatif swap"
                                    : "compare with another model: analyzer whatif swap");
        }
    }
}
