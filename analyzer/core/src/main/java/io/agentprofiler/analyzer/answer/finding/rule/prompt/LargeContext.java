// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.prompt;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.tokens.Cost;
import io.agentprofiler.analyzer.answer.tokens.price.ListedModel;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.Attributes;
import java.util.List;

/** Finds prompts that fill much of the model's context window. */
public final class LargeContext extends WorkflowRule {
    static final Threshold LARGE_CONTEXT_OF_ALL = new Threshold(
            "large-context-of-all", 0.10, "share of the total cost that is input of such calls, if prices are known");

    public LargeContext() {
        super(
                "large-context",
                Fullness.CONTEXT_SHARE,
                Fullness.CONTEXT_WARN,
                Fullness.CONTEXT_FULL,
                LARGE_CONTEXT_OF_ALL);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        for (Span span : workflow.trace().spans()) {
            if (Calls.isModelCall(span)) {
                look(workflow, span);
            }
        }
    }

    private void look(WorkflowScan workflow, Span call) {
        long input = call.tokens().input();
        ListedModel model = input > 0 ? workflow.price(call).model() : null;
        if (model == null || model.contextWindow() <= 0) {
            return;
        }
        long reserved = Math.max(0, call.attributes().number(Attributes.REQUEST_MAX_TOKENS));
        double share = (input + reserved) / (double) model.contextWindow();
        // what is reserved for the answer alone is no long prompt
        if (share >= workflow.of(Fullness.CONTEXT_SHARE) && input >= reserved) {
            Cost cost = workflow.price(call).cost();
            workflow.note(
                    this,
                    Operation.of(call).label(),
                    Confidence.MEASURED,
                    new Aggregate(1)
                            .most(share)
                            .evidence(workflow.trace(), call, input, WorkflowScan.lengthOf(call))
                            .saves(Saving.money(
                                    cost == null
                                            ? null
                                            : cost.input().add(cost.cacheRead()).add(cost.cacheWrite()),
                                    0)));
            workflow.explainsCost(this, Operation.of(call).label(), Confidence.MEASURED, List.of(call));
        }
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        // what the prompts cost is what it is about; how much shorter they can be the recording cannot tell
        finding.saves(Saving.NONE).money(seen.saving().usd());
        if (finding.costShare() < finding.of(LARGE_CONTEXT_OF_ALL)) {
            return;
        }
        finding.over(Fullness.CONTEXT_SHARE, seen.most())
                .report(
                        "prompts of " + finding.subject() + " fill up to " + Units.share(seen.most(), 1)
                                + " of its context window (" + Units.count(seen.occurrences(), "call") + ")",
                        Fullness.advice(seen.most(), finding));
    }

    /** How full a model's window is said to be, and from which part on it is said at all. */
    static final class Fullness {
        static final Threshold CONTEXT_SHARE = new Threshold(
                "context-share",
                0.50,
                "share of the model's context window that a prompt and the output reserved for it fill");
        static final Threshold CONTEXT_WARN = new Threshold(
                "context-warn",
                0.80,
                "share of the context window from which a finding says that it will soon be full");
        static final Threshold CONTEXT_FULL = new Threshold(
                "context-full", 0.95, "share of the context window from which a finding says that it is almost full");

        private Fullness() {}

        /** Says what to do about a window that is full to a part; {@link Double#NaN} where that is not known. */
        static String advice(double share, Candidate finding) {
            String what = "drop or summarize history and tool results ";
            if (share >= finding.of(CONTEXT_FULL)) {
                return "it is almost full: " + what + "now";
            }
            return share >= finding.of(CONTEXT_WARN)
                    ? "it will soon be full: " + what + "before the next calls"
                    : what + "before it is full";
        }
    }
}
