// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import io.agentprofiler.analyzer.answer.critical.Supposition;
import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds.Threshold;
import io.agentprofiler.analyzer.answer.finding.rule.Candidate;
import io.agentprofiler.analyzer.answer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Finds calls that were submitted to a pool and waited for a free thread.
 *
 * <p>The time from the submission to the start of each task was recorded, so what is supposed is only that the pool has a thread for
 * each: the workflow is replayed with each call beginning when it was submitted, after what had ended by then. Where no call of the
 * same workflow had the thread meanwhile, those of others may have had it, or the machine was busy: then it is told only if several
 * workflows waited, and what would be saved is not certain.
 */
public final class QueuedCalls extends WorkflowRule {
    private static final Threshold QUEUED_MS =
            new Threshold("queued-ms", 10, "time that a call waited for a free thread of its pool");

    /** A busy machine lets threads wait for a processor, too; that is no matter of the pool. */
    private static final Threshold QUEUED_SHARE = new Threshold(
            "queued-share", 0.05, "share of the run time that would be saved if no call waited for a thread");

    /** Minimum number of workflows that wait for a thread none of their own calls holds. */
    private static final int SEVERAL = 5;

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    public QueuedCalls() {
        super("queued-calls", QUEUED_MS, QUEUED_SHARE);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<String, List<Span>> queued = new TreeMap<>();
        for (Span span : workflow.trace().spans()) {
            if (span.queuedNanos() > 0 && span.startThread() != null && !span.has(SpanFlag.START_MISSING)) {
                queued.computeIfAbsent(pool(span), any -> new ArrayList<>()).add(span);
            }
        }
        if (!queued.isEmpty()) {
            Map<String, NavigableSet<Long>> ends = endsByThread(workflow);
            queued.forEach((pool, calls) -> note(workflow, pool, calls, ends));
        }
    }

    private static Map<String, NavigableSet<Long>> endsByThread(WorkflowScan workflow) {
        Map<String, NavigableSet<Long>> ends = new HashMap<>();
        for (Span span : workflow.trace().spans()) {
            if (span.endThread() != null && span.isMeasured()) {
                ends.computeIfAbsent(span.endThread(), any -> new TreeSet<>()).add(span.endNanos());
            }
        }
        return ends;
    }

    /** Answers whether another call of the workflow had the thread while a call waited for it. */
    private static boolean isTaken(Span call, Map<String, NavigableSet<Long>> ends) {
        Long end = ends.getOrDefault(call.startThread(), Collections.emptyNavigableSet())
                .floor(call.startNanos());
        return end != null && end > call.startNanos() - call.queuedNanos();
    }

    private void note(
            WorkflowScan workflow, String pool, List<Span> calls, Map<String, NavigableSet<Long>> endsByThread) {
        boolean sure = calls.stream().anyMatch(call -> isWaiting(workflow, call) && isTaken(call, endsByThread));
        Confidence confidence = sure ? Confidence.STRONG : Confidence.MEASURED;
        Aggregate seen = new Aggregate(0);
        long waiting = 0;
        for (Span call : calls) {
            if (isWaiting(workflow, call)) {
                waiting++;
                seen.most(call.queuedNanos()).evidence(workflow.trace(), call, call.queuedNanos());
                if (call.parent() != null) {
                    // what had the threads meanwhile is what the call waited for
                    workflow.explains(
                            this,
                            pool,
                            confidence,
                            call.parent(),
                            call.startNanos() - call.queuedNanos(),
                            call.startNanos());
                }
            }
        }
        if (waiting > 0) {
            Set<Span> submitted = new HashSet<>(calls);
            Saving saved = workflow.saved(new Supposition() {
                @Override
                public boolean atSubmission(Span span) {
                    return submitted.contains(span);
                }
            });
            workflow.note(
                    this,
                    pool,
                    confidence,
                    new Aggregate(waiting).addSameWorkflow(seen).saves(sure ? saved : Saving.upTo(saved.nanos())));
        }
    }

    private static boolean isWaiting(WorkflowScan workflow, Span call) {
        return call.queuedNanos() >= workflow.of(QUEUED_MS) * Threshold.MILLI;
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        boolean often = finding.confidence() == Confidence.STRONG || seen.workflows() >= SEVERAL;
        if (often && finding.time(seen.saving().mostNanos()).timeShare() >= finding.of(QUEUED_SHARE)) {
            finding.over(QUEUED_MS, seen.most() / Threshold.MILLI)
                    .report(
                            Units.count(seen.occurrences(), "call") + " waited "
                                    + Units.duration(seen.nanos() / (double) seen.occurrences())
                                    + " on average for a free thread (" + finding.subject() + "), up to "
                                    + Units.duration(seen.most()),
                            "the pool has fewer threads than calls are submitted at once: give it more, or use virtual threads,"
                                    + " unless what they call must be spared");
        }
    }

    /** Returns the name of a call's thread without the numbers that tell it from others of its pool. */
    private static String pool(Span call) {
        return NUMBER.matcher(call.startThread()).replaceAll("*");
    }

    /**
     * Answers whether calls ran one after another because they waited for a thread: one of them had been submitted before the one
     * before it was over.
     *
     * @param calls by start
     */
    static boolean waitedForThread(List<Span> calls) {
        for (int i = 1; i < calls.size(); i++) {
            Span call = calls.get(i);
            if (call.queuedNanos() > 0
                    && call.startNanos() - call.queuedNanos() < calls.get(i - 1).endNanos()) {
                return true;
            }
        }
        return false;
    }
}
