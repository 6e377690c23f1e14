// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.model;

import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.rule.model.AnswerSpeed.Streamed;
import io.agentprofiler.analyzer.answer.finding.rule.model.AnswerSpeed.Whole;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.base.stat.ConfidenceInterval.Interval;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A rule that finds models of which one part of the answers takes long: the time to the first token, or that of all others. */
abstract class AnswerSpeedRule extends WorkflowRule {
    private final Threshold share;

    /**
     * Makes a rule.
     *
     * @param thresholds those it is judged by; the last is the share of the run time spent waiting from which it is reported
     */
    AnswerSpeedRule(String id, Threshold... thresholds) {
        super(id, thresholds);
        this.share = thresholds[thresholds.length - 1];
    }

    /**
     * The part of an answer that a rule is about.
     *
     * @param from nanoseconds from the request to its beginning
     * @param nanos how long it took; of a whole answer, of which no part is known, as long as the answer
     */
    record AnswerPart(long from, long nanos) {}

    /**
     * Returns the part of a call's answer that took long, {@code null} if it did not.
     *
     * @param streamed the parts of the answer, {@code null} where it came as a whole
     */
    abstract AnswerPart slow(WorkflowScan workflow, Span call, Streamed streamed);

    /** Answers whether the part takes long even where the estimate is too high. */
    abstract boolean isSlow(SpeedEstimate estimate, Candidate finding);

    /** Returns how long the part is estimated to take in an answer that came as a whole. */
    abstract double nanosOf(Whole call, SpeedEstimate estimate);

    /** Reports the finding: threshold, title and advice. */
    abstract void report(Candidate finding, SpeedEstimate estimate, AnswerSpeed speed);

    @Override
    public final List<RuleInput<?>> inputs() {
        return List.of(AnswerSpeed.BY_MODEL);
    }

    @Override
    public final void scan(WorkflowScan workflow) {
        Map<String, Map<Span, Long>> slow = new TreeMap<>();
        for (Span span : workflow.trace().spans()) {
            if (Calls.isModelCall(span) && span.isMeasured() && span.status() == SpanStatus.OK) {
                Streamed streamed = Streamed.of(workflow, span);
                AnswerPart part = slow(workflow, span, streamed);
                if (part != null) {
                    String model = Operation.of(span).label();
                    // of a whole answer it is not known yet which part of it that is
                    Aggregate seen = new Aggregate(1)
                            .evidence(workflow.trace(), span, part.nanos(), streamed == null ? 0 : part.nanos());
                    workflow.note(this, model, Confidence.MEASURED, seen);
                    long from = AnswerSpeed.requested(workflow, span) + part.from();
                    workflow.explains(this, model, Confidence.MEASURED, span, from, from + part.nanos());
                    if (streamed != null) {
                        slow.computeIfAbsent(model, any -> new HashMap<>()).put(span, part.nanos());
                    }
                }
            }
        }
        slow.forEach((model, calls) ->
                workflow.note(this, model, Confidence.MEASURED, workflow.saved(Supposition.shorter(calls))));
    }

    @Override
    protected final void judge(Aggregate seen, Candidate finding) {
        AnswerSpeed speed = finding.input(AnswerSpeed.BY_MODEL).get(finding.subject());
        SpeedEstimate estimate = speed == null ? null : speed.estimate();
        if (estimate == null || !isSlow(estimate, finding)) {
            return;
        }
        long waited = estimate.recorded() ? seen.saving().nanos() : speed.waited(call -> nanosOf(call, estimate));
        finding.time(waited);
        if (finding.timeShare() >= finding.of(share)) {
            report(finding.saves(Saving.upTo(waited)), estimate, speed);
        }
    }

    /** Returns what an estimate is from, in brackets. */
    static String source(SpeedEstimate estimate, Interval interval) {
        return "(n=" + estimate.calls()
                + (estimate.recorded()
                        ? ")"
                        : "; told by how the time of calls grows with their output, between "
                                + Units.duration(interval.low()) + " and " + Units.duration(interval.high()) + ")");
    }
}
