// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import io.agentprofiler.analyzer.answer.critical.CriticalPath.PathStretch;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.FindingRule;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Assessment;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.CallTimes;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.read.event.JvmPauses;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds waits for locks on the critical path. With a flight recording, these are the waits of a span's own thread. Without one, they
 * are calls that are {@linkplain TakenInTurn taken in turn}, whatever the cause.
 */
public final class LockWaits extends FindingRule {
    static final Threshold LOCK_SHARE = new Threshold(
            "lock-share",
            0.02,
            "share of the run time spent waiting for locks of one class, or for other calls of the same operation");

    /** Fewer waits are of low impact: as a program starts, its threads load the same classes and fill the same caches. */
    private static final int MANY = 8;

    /** Waits in a smaller share of the workflows are of low impact, for the same reason: the first ones run together. */
    private static final double MANY_WORKFLOWS = 0.25;

    /** With a recording, this part of the waits for turns is told by its locks. */
    private static final double TOLD = 0.5;

    public LockWaits() {
        super("lock-waits", LOCK_SHARE);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(CallTimes.BY_OPERATION);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<String, PathStretches> locks = new TreeMap<>();
        for (PathStretch piece : PathStretches.pieces(workflow)) {
            String thread = piece.span().startThread();
            if (thread != null && !thread.isEmpty()) {
                for (JvmEvents.JvmStretch wait : workflow.jvm().locks(thread, piece.startNanos(), piece.endNanos())) {
                    if (wait.what().equals(JvmPauses.CLASS_LOADING)) {
                        // threads that start together load the same classes once
                        continue;
                    }
                    String lock = "lock " + wait.what();
                    locks.computeIfAbsent(lock, any -> new PathStretches()).add(wait, piece, true);
                    workflow.explains(
                            this,
                            lock,
                            Confidence.STRONG,
                            piece.span(),
                            Math.max(wait.startNanos(), piece.startNanos()),
                            Math.min(wait.endNanos(), piece.endNanos()));
                }
            }
        }
        for (Map.Entry<String, PathStretches> each : locks.entrySet()) {
            workflow.note(
                    this, each.getKey(), Confidence.STRONG, each.getValue().seen(workflow));
        }
        for (Span call : workflow.shared(CallTimes.CALLS)) {
            if (isApplications(call.kind())) {
                workflow.explains(this, Operation.of(call).label(), Confidence.STRONG, List.of(call));
            }
        }
    }

    /** Models are waited for at their servers. */
    private static boolean isApplications(SpanKind kind) {
        return kind != SpanKind.LLM && kind != SpanKind.EMBEDDING;
    }

    @Override
    public void assess(Assessment assessment) {
        assessment.observed(this).forEach((subject, seen) -> {
            boolean few = seen.occurrences() < MANY
                    || seen.workflows() < MANY_WORKFLOWS * assessment.totals().workflows();
            judge(seen, few, assessment.about(this, subject, seen));
        });
        long recorded = assessment.observed(this).values().stream()
                .mapToLong(Aggregate::nanos)
                .sum();
        assessment.input(CallTimes.BY_OPERATION).forEach((operation, times) -> {
            if (isApplications(operation.kind())) {
                judge(operation, times, recorded, assessment);
            }
        });
    }

    private static void judge(Aggregate seen, boolean few, Candidate finding) {
        if (finding.timeShare() < finding.of(LOCK_SHARE)) {
            return;
        }
        if (few && finding.timeShare() < finding.of(Impact.HIGH_FROM)) {
            finding.impact(Impact.LOW);
        }
        finding.over(LOCK_SHARE, finding.timeShare())
                .report(
                        "workflows waited " + Units.duration(seen.nanos()) + " for a " + finding.subject() + " ("
                                + Units.count(seen.occurrences(), "wait") + ")",
                        "hold it for a shorter time, or avoid it, where workflows run concurrently");
    }

    private void judge(Operation operation, CallTimes times, long recorded, Assessment assessment) {
        TakenInTurn.Total waits = TakenInTurn.total(times);
        if (waits == null) {
            return;
        }
        Candidate finding = assessment
                .about(this, operation.label())
                .confidence(Confidence.STRONG)
                .occurrences(waits.calls(), waits.workflows())
                .time(waits.nanos())
                .saves(Saving.time(waits.nanos()))
                .evidence(waits.evidence());
        if (finding.timeShare() >= finding.of(LOCK_SHARE) && recorded < TOLD * waits.nanos()) {
            finding.over(LOCK_SHARE, finding.timeShare())
                    .report(
                            "calls of " + operation.label() + " " + waits.words(),
                            "a lock, a pool of threads or connections, or a rate limit lets in too few: record with"
                                    + " -Dagentprofiler.jfr.file to see which lock");
        }
    }
}
