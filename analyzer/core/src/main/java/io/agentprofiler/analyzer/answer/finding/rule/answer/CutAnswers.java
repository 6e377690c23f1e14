// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.answer;

import io.agentprofiler.analyzer.answer.critical.LatencySplit;
import io.agentprofiler.analyzer.answer.critical.LatencySplit.LatencyPart;
import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.answer.tokens.price.CallPrice;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.Attributes;
import java.util.List;
import java.util.Set;

/**
 * Finds answers that were cut at their greatest length and continued by another call. That call sends the whole prompt again and waits
 * for another first token. Cut answers that nobody continues are no problem that a recording shows.
 */
public final class CutAnswers extends WorkflowRule {
    public CutAnswers() {
        super("cut-answers");
    }

    @Override
    public void scan(WorkflowScan workflow) {
        for (FollowUp each : workflow.shared(FollowUp.IN_WORKFLOW)) {
            if (each.isOfCutAnswer()) {
                note(workflow, each.first(), each.next());
            }
        }
    }

    private void note(WorkflowScan workflow, Span first, Span next) {
        String subject = Operation.asking(next).label();
        long begins = firstTokenNanos(workflow, next);
        Saving time = begins < 0
                ? Saving.upTo(workflow.savedWithout(Set.of(next)).mostNanos())
                : workflow.saved(new Supposition() {
                    @Override
                    public long length(Span span, long nanos) {
                        return span == next ? nanos - begins : nanos;
                    }
                });
        CallPrice price = workflow.price(next);
        Saving money = Saving.money(
                price.isKnown() ? price.cost().prompt() : null,
                Math.max(0, next.tokens().input()));
        Aggregate seen = new Aggregate(1).saves(time.plus(money));
        if (first.attributes().get(Attributes.REQUEST_MAX_TOKENS) instanceof Number limit) {
            seen.most(limit.doubleValue());
        }
        workflow.note(
                this,
                subject,
                Confidence.STRONG,
                seen.evidence(workflow.trace(), next, begins < 0 ? WorkflowScan.lengthOf(next) : begins));
        workflow.explains(
                this,
                subject,
                Confidence.STRONG,
                next,
                next.startNanos(),
                begins < 0 ? next.endNanos() : next.startNanos() + begins);
        workflow.explainsCost(this, subject, Confidence.STRONG, List.of(next));
    }

    /** Returns the time until the first chunk of a streamed answer; negative where the answer was not streamed. */
    private static long firstTokenNanos(WorkflowScan workflow, Span call) {
        LatencySplit split = workflow.latency(call);
        long first = split.nanos(LatencyPart.FIRST_CHUNK);
        return first < 0
                ? -1
                : first
                        + Math.max(0, split.nanos(LatencyPart.WAITING))
                        + Math.max(0, split.nanos(LatencyPart.RETRYING));
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        boolean one = seen.occurrences() == 1;
        finding.report(
                Units.count(seen.occurrences(), "answer") + " of " + finding.subject()
                        + (one ? " was cut at its" : " were cut at their") + " limit"
                        + (seen.most() > 0 ? " (max_tokens=" + Units.count(Math.round(seen.most())) + ")" : "")
                        + " and continued by another call, which sent the prompt again",
                "raise max_tokens for " + (one ? "this answer" : "these answers") + ", or ask for shorter ones");
    }
}
