// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.jvm;

import io.agentprofiler.analyzer.answer.finding.scan.RuleInput;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.process.ProcessLog.Collected;
import io.agentprofiler.analyzer.trace.process.ProcessLogs;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When the workflows of each process ran, and how long, by which the samples of the processes tell how long garbage collection
 * stopped them.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class GcShares {
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
