// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes.TimedCall;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds agents and functions that workflows wait for while nothing traced runs below them. The time goes to the application's own
 * code or to an untraced library. The recording does not show which.
 *
 * <p>Each process loads classes and starts clients in its first call. That is told only where the process is known to have waited
 * meanwhile.
 */
public final class UntracedTime extends WorkflowRule {
    static final Threshold UNTRACED_MS = new Threshold(
            "untraced-ms", 50, "time of an agent's or function's call in which nothing traced below it runs");
    static final Threshold UNTRACED_SHARE =
            new Threshold("untraced-share", 0.2, "share of the run time spent waiting for such time of it");
    static final Threshold UNTRACED_START_MS =
            new Threshold("untraced-start-ms", 2000, "such time in the first call of a process");

    /** Minimum number of slow calls after the start. */
    private static final int AGAIN = 3;

    public UntracedTime() {
        super("untraced-time", UNTRACED_MS, UNTRACED_SHARE, UNTRACED_START_MS);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(CallTimes.AROUND_CALLS);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<String, Set<Span>> untraced = new TreeMap<>();
        for (Span span : workflow.shared(CallTimes.AROUND)) {
            // of a child that outlives the span nobody waited for the end, but it ran
            long own = span.isMeasured()
                    ? Math.min(span.selfNanos(), workflow.path().onPathNanos(span))
                    : 0;
            if (own > 0 && own >= workflow.of(UNTRACED_MS) * Threshold.MILLI) {
                String name = Operation.of(span).label();
                untraced.computeIfAbsent(name, any -> new HashSet<>()).add(span);
                workflow.note(this, name, Confidence.MEASURED, new Aggregate(1).evidence(workflow.trace(), span, own));
                workflow.explainsOwn(this, name, Confidence.MEASURED, span);
            }
        }
        for (Map.Entry<String, Set<Span>> each : untraced.entrySet()) {
            String name = each.getKey();
            Set<Span> calls = each.getValue();
            workflow.note(this, name, Confidence.MEASURED, workflow.saved(new Supposition() {
                @Override
                public long own(Span span, long nanos) {
                    return calls.contains(span) ? 0 : nanos;
                }
            }));
        }
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        CallTimes times = finding.input(CallTimes.AROUND_CALLS).entrySet().stream()
                .filter(entry -> entry.getKey().label().equals(finding.subject()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
        double limit = finding.of(UNTRACED_MS) * Threshold.MILLI;
        List<TimedCall> starting = times.runs().stream()
                .flatMap(run -> times.starting(run).stream())
                .filter(call -> call.waitedBeyond(0) >= limit)
                .toList();
        long startNanos =
                starting.stream().mapToLong(call -> call.waitedBeyond(0)).sum();
        long again = seen.occurrences() - starting.size();
        long againNanos = Math.max(0, seen.nanos() - startNanos);
        if (again >= AGAIN && finding.share(againNanos) >= finding.of(UNTRACED_SHARE)) {
            finding.occurrences(again, seen.workflows())
                    .time(againNanos)
                    .saves(Saving.upTo(Math.max(0, seen.saving().nanos() - startNanos)))
                    .over(UNTRACED_MS, againNanos / (double) again / Threshold.MILLI)
                    .report(
                            "in " + Units.count(again, "call") + " of " + finding.subject() + " "
                                    + Units.duration(againNanos / (double) again)
                                    + " on average passed while nothing traced ran below it",
                            "find out what it does or waits for then: trace the application's own methods"
                                    + " (-Dagentprofiler.trace) or record with -Dagentprofiler.jfr.file");
        } else {
            start(times, finding);
        }
    }

    /** Reports the first calls in which processes are known to have waited long. */
    private static void start(CallTimes times, Candidate finding) {
        double limit = finding.of(UNTRACED_START_MS) * Threshold.MILLI;
        double median = times.own().percentile(50);
        List<TimedCall> cold = times.runs().stream()
                .flatMap(run -> times.starting(run).stream()
                        .filter(call -> call.waitedBeyond(median) >= limit && finding.isKnownToWait(run, call)))
                .toList();
        if (cold.isEmpty()) {
            return;
        }
        long nanos = cold.stream().mapToLong(call -> call.waitedBeyond(median)).sum();
        List<Evidence> evidence = cold.stream()
                .map(call -> call.evidence(call.waitedBeyond(0)))
                .sorted(Evidence.WEIGHTIEST_FIRST)
                .limit(Evidence.MOST)
                .toList();
        long longest = evidence.get(0).weight();
        finding.occurrences(
                        cold.size(),
                        cold.stream().map(TimedCall::trace).distinct().count())
                .time(nanos)
                .saves(Saving.time(nanos))
                .evidence(evidence)
                .over(UNTRACED_START_MS, longest / Threshold.MILLI)
                .report(
                        "in the first call of " + finding.subject() + " " + Units.duration(longest)
                                + " passed while nothing traced ran below it and the process waited",
                        "something starts or connects then: do that before users wait");
    }
}
