// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.tool;

import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.OperationRule;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes;
import io.agentprofiler.analyzer.answer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.TimedCall;
import io.agentprofiler.analyzer.base.stat.Median;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds operations with a long self time, in most calls or in occasional ones. Their child calls, and CPU-bound operations, have
 * findings of their own.
 *
 * <p>That something takes long is no fault as such: it is of low impact unless workflows spend a good part of their time on it, it
 * takes longer than others of its sort, and there are several calls that did. The recording does not show how much of it can be
 * saved. For occasional slow calls, the other calls show how fast they could be.
 */
public abstract class SlowCalls extends OperationRule {
    static final Threshold SLOW_SHARE = new Threshold(
            "slow-share",
            0.2,
            "share of the run time spent waiting for a slow tool, retrieval or memory from which the impact is more than low");
    static final Threshold TAIL_TIMES =
            new Threshold("tail-times", 5, "multiple of the median from which an occasional call counts as slow");

    /** How much longer it takes than others of its sort. */
    private static final double TIMES_OTHERS = 2;

    /** Fewer calls than that are no evidence that it usually takes so long. */
    private static final int MIN_CALLS = 3;

    /** Minimum number of calls for a measure of their spread. */
    private static final int MIN_SPREAD = 10;
    /** Most calls of one sort of work, without the tenth at each end, are within this factor. */
    private static final double SPREAD = 5;

    private static final double LOW_PERCENTILE = 10;
    private static final double HIGH_PERCENTILE = 90;

    private final Threshold slowMillis;
    private final Set<SpanKind> kinds;
    private final String advice;

    /**
     * Makes a rule.
     *
     * @param slowMillis from which median on calls are slow, and how much longer those are that are slow now and then
     * @param kinds what it looks at
     * @param advice what to do
     */
    SlowCalls(String id, Threshold slowMillis, Set<SpanKind> kinds, String advice) {
        super(id, slowMillis, SLOW_SHARE, TAIL_TIMES);
        this.slowMillis = slowMillis;
        this.kinds = kinds;
        this.advice = advice;
    }

    @Override
    public final List<RuleInput<?>> inputs() {
        return List.of(CallTimes.BY_OPERATION);
    }

    @Override
    protected final void judge(Operation operation, OperationFacts facts, Candidate finding) {
        CallTimes times = finding.input(CallTimes.BY_OPERATION).get(operation);
        if (!kinds.contains(operation.kind()) || times == null) {
            return;
        }
        double limit = finding.of(slowMillis) * Threshold.MILLI;
        Tail tail = Tail.of(times, finding.of(TAIL_TIMES), limit);
        if (tail != null) {
            judge(operation, times, tail, finding);
        } else if (times.own().percentile(50) >= limit && !CpuBound.computes(operation, facts, finding::of)) {
            judge(operation, times, finding);
        }
    }

    private void judge(Operation operation, CallTimes times, Tail tail, Candidate finding) {
        List<TimedCall> calls = tail.calls();
        finding.occurrences(
                        calls.size(),
                        new TreeSet<>(calls.stream().map(TimedCall::trace).toList()).size())
                .time(tail.savedNanos())
                .saves(Saving.time(tail.savedNanos()))
                .evidence(calls.stream()
                        .limit(Evidence.MOST)
                        .map(call -> call.evidence(call.ownNanos()))
                        .toList())
                .over(TAIL_TIMES, tail.nanos() / Math.max(1, tail.medianNanos()))
                .report(
                        operation.label() + " is slow occasionally: " + Units.count(calls.size()) + " of "
                                + Units.count(times.own().count(), "call") + " took "
                                + Units.duration(tail.nanos()) + " (median), the others "
                                + Units.duration(tail.medianNanos()),
                        "find out what these calls have in common and wait for; give them a timeout");
    }

    private void judge(Operation operation, CallTimes times, Candidate finding) {
        double median = times.own().percentile(50);
        double others = others(operation, finding);
        double usual = Double.isNaN(others) ? 0 : Math.min(median, others);
        // without others, a finished log tells neither that it could be faster nor that anything waited for it
        boolean unknown = Double.isNaN(others) && !finding.isOfAgent();
        long most = unknown
                ? 0
                : Math.max(0, times.pathNanos() - Math.round(usual * times.own().count()));
        finding.time(times.pathNanos());
        if (unknown
                || finding.timeShare() < finding.of(SLOW_SHARE)
                || median < TIMES_OTHERS * usual
                || times.own().count() < MIN_CALLS
                || doesDifferentWork(times)) {
            finding.impact(Impact.LOW);
        } else if (Double.isNaN(others)) {
            // it takes long; that it is slow is known only beside others
            finding.impact(Impact.MEDIUM);
        }
        finding.saves(Saving.upTo(most))
                .over(slowMillis, median / Threshold.MILLI)
                .report(
                        operation.label() + " takes " + Units.duration(median) + " (median, n="
                                + times.own().count()
                                + ")"
                                + (Double.isNaN(others) ? "" : "; others of its sort take " + Units.duration(others))
                                + "; workflows wait for it " + Units.share(finding.timeShare(), 1)
                                + " of their time",
                        finding.isOfAgent() ? advice : "see what these calls do, and whether they could do less");
    }

    /** Answers whether its calls differ so much that their median says little: a shell runs whatever it is told. */
    private static boolean doesDifferentWork(CallTimes times) {
        return times.own().count() >= MIN_SPREAD
                && times.own().percentile(HIGH_PERCENTILE)
                        >= SPREAD * times.own().percentile(LOW_PERCENTILE);
    }

    /** Returns the median of the usual own times of other operations of its sort, {@link Double#NaN} where there are none. */
    private double others(Operation operation, Candidate finding) {
        double[] medians = finding.input(CallTimes.BY_OPERATION).entrySet().stream()
                .filter(other -> other.getKey().kind() == operation.kind()
                        && !other.getKey().equals(operation))
                .mapToDouble(other -> other.getValue().own().percentile(50))
                .toArray();
        return medians.length == 0 ? Double.NaN : Median.of(medians);
    }
}
