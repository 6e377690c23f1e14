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
import io.agentprofiler.analyzer.answer.finding.scan.OperationFacts;
import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.process.ProcessLog.Collected;
import io.agentprofiler.analyzer.trace.process.ProcessLogs;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds garbage collection pauses on the critical path, from a flight recording or else from samples of the process.
 *
 * <p>A pause while the workflow waits for another machine may cost nothing: only pauses in other work are counted as saved. Samples
 * tell how long the JVM collected, and not when: no more than the time of other work can be saved.
 */
public final class GcPauses extends FindingRule {
    static final Threshold GC_SHARE =
            new Threshold("gc-share", 0.02, "share of the run time in which garbage collection stopped workflows");
    static final Threshold GC_SAMPLED_SHARE = new Threshold(
            "gc-sampled-share",
            0.1,
            "share of the run time in which the JVM collected garbage, by samples of the process, if there is no flight recording");

    private static final String SUBJECT = "garbage collection";
    /** Fewer pauses are of low impact: a program that starts has some. */
    private static final int MANY = 8;
    /** Calls that allocate less do not make a JVM collect. */
    private static final long MUCH_BYTES = 1 << 20;

    public GcPauses() {
        super("gc-pauses", GC_SHARE, GC_SAMPLED_SHARE);
    }

    @Override
    public List<RuleInput<?>> inputs() {
        return List.of(GcShares.OF_RUNS);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        PathStretches pauses = new PathStretches();
        for (PathStretch piece : PathStretches.pieces(workflow)) {
            for (JvmEvents.JvmStretch pause : workflow.jvm().pauses(piece.startNanos(), piece.endNanos())) {
                pauses.add(pause, piece, !isElsewhere(piece.span().kind()));
                workflow.explains(
                        this,
                        SUBJECT,
                        Confidence.STRONG,
                        piece.span(),
                        Math.max(pause.startNanos(), piece.startNanos()),
                        Math.min(pause.endNanos(), piece.endNanos()));
            }
        }
        if (!pauses.isEmpty()) {
            workflow.note(this, SUBJECT, Confidence.STRONG, pauses.seen(workflow));
        }
        for (Span call : workflow.shared(CallTimes.CALLS)) {
            if (call.allocatedBytes() >= MUCH_BYTES && !isElsewhere(call.kind())) {
                workflow.explains(this, SUBJECT, Confidence.MEASURED, List.of(call));
            }
        }
    }

    private static boolean isElsewhere(SpanKind kind) {
        return kind == SpanKind.LLM || kind == SpanKind.HTTP || kind == SpanKind.EMBEDDING;
    }

    @Override
    public void assess(Assessment assessment) {
        assessment.observed(this).forEach((subject, seen) -> judge(seen, assessment.about(this, subject, seen)));
        if (assessment.observed(this).isEmpty()) {
            judge(assessment);
        }
    }

    private static void judge(Aggregate seen, Candidate finding) {
        if (finding.timeShare() < finding.of(GC_SHARE)) {
            return;
        }
        if (seen.occurrences() < MANY && finding.timeShare() < finding.of(Impact.HIGH_FROM)) {
            finding.impact(Impact.LOW);
        }
        finding.over(GC_SHARE, finding.timeShare())
                .report(
                        "garbage collection stopped workflows " + Units.count(seen.occurrences(), "time")
                                + " on the critical path, for " + Units.duration(seen.nanos()) + " in all",
                        "allocate less in these spans, or give the JVM a larger heap or another collector");
    }

    /** Judges by samples of the process. */
    private void judge(Assessment assessment) {
        long stopped = assessment.input(GcShares.OF_RUNS).stoppedNanos(assessment.processes());
        Candidate finding =
                assessment.about(this, SUBJECT).confidence(Confidence.MEASURED).time(stopped);
        if (finding.timeShare() < finding.of(GC_SAMPLED_SHARE)) {
            return;
        }
        long elsewhere = assessment.totals().byOperation().entrySet().stream()
                .filter(row -> isElsewhere(row.getKey().kind()))
                .mapToLong(row -> row.getValue().waitedNanos())
                .sum();
        Map.Entry<Operation, OperationFacts> most = assessment.operations().entrySet().stream()
                .filter(one -> one.getValue().allocatedBytes() > 0)
                .max(Comparator.comparingLong(one -> one.getValue().allocatedBytes()))
                .orElse(null);
        if (most != null) {
            finding.occurrences(most.getValue().calls(), most.getValue().workflows())
                    .evidence(most.getValue().slowest());
        }
        finding.saves(Saving.time(
                        Math.max(0, Math.min(stopped, assessment.totals().wallNanos() - elsewhere))))
                .over(GC_SAMPLED_SHARE, finding.timeShare())
                .report(
                        "the JVM collected garbage in " + Units.share(finding.timeShare(), 1)
                                + " of the workflows' time"
                                + (most == null
                                        ? ""
                                        : "; " + most.getKey().label() + " allocates most, "
                                                + Units.bytes(Math.round(
                                                        most.getValue().meanAllocatedBytes()))
                                                + " a call"),
                        "allocate less, or give the JVM a larger heap or another collector: record with"
                                + " -Dagentprofiler.jfr.file to see the pauses");
    }

    /**
     * When the workflows of each process ran, and how long, by which the samples of the processes tell how long garbage collection
     * stopped them.
     *
     * <p><b>Threading:</b> one thread at a time.
     */
    private static final class GcShares {
        /** Of all workflows. */
        static final RuleInput<GcShares> OF_RUNS =
                new RuleInput<>(GcShares::new, (into, workflow) -> into.add(workflow.trace()), GcShares::add);

        /**
         * The workflows of a process.
         *
         * @param startNanos when the first began
         * @param endNanos when the last ended
         * @param wallNanos how long they took together
         */
        private record Ran(long startNanos, long endNanos, long wallNanos) {
            Ran plus(Ran more) {
                return new Ran(
                        Math.min(startNanos, more.startNanos),
                        Math.max(endNanos, more.endNanos),
                        wallNanos + more.wallNanos);
            }
        }

        private final SortedMap<String, Ran> byRun = new TreeMap<>();

        private GcShares() {}

        private void add(Trace trace) {
            byRun.merge(
                    trace.run() == null ? "" : trace.run(),
                    new Ran(trace.startNanos(), trace.endNanos(), trace.durationNanos()),
                    Ran::plus);
        }

        private void add(GcShares more) {
            more.byRun.forEach((run, ran) -> byRun.merge(run, ran, Ran::plus));
        }

        /**
         * Returns how long garbage collection stopped the workflows, each for itself: never longer than it took, for as many workflows as
         * ran at once on average. Nothing of processes without samples, and of those that may have collected only once: how that met the
         * workflows is not known.
         */
        long stoppedNanos(ProcessLogs processes) {
            double stopped = 0;
            for (var one : byRun.entrySet()) {
                Ran ran = one.getValue();
                Collected collected = processes.of(one.getKey()).collectedBetween(ran.startNanos(), ran.endNanos());
                if (collected != null && collected.rises() > 1) {
                    double over = Math.max(collected.nanos(), ran.endNanos() - ran.startNanos());
                    stopped += Math.min(1, collected.gcNanos() / over) * ran.wallNanos();
                }
            }
            return Math.round(stopped);
        }
    }
}
