// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.rule.jvm;

import io.agentprofiler.analyzer.critical.PathStretch;
import io.agentprofiler.analyzer.finding.Confidence;
import io.agentprofiler.analyzer.finding.Threshold;
import io.agentprofiler.analyzer.finding.rule.Candidate;
import io.agentprofiler.analyzer.finding.rule.WorkflowRule;
import io.agentprofiler.analyzer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.input.event.JvmEvents;
import io.agentprofiler.analyzer.view.cell.Units;
import java.util.Map;
import java.util.TreeMap;

/** Waits of a span's own thread for a lock in the time that was waited for. */
public final class LockWaits extends WorkflowRule {
    static final Threshold LOCK_SHARE =
            new Threshold("lock-share", 0.02, "share of the run time spent waiting for locks of one class");

    public LockWaits() {
        super("lock-waits", LOCK_SHARE);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        Map<String, PathStretches> locks = new TreeMap<>();
        for (PathStretch piece : PathStretches.pieces(workflow)) {
            String thread = piece.span().startThread();
            if (thread != null && !thread.isEmpty()) {
                for (JvmEvents.Stretch wait : workflow.jvm().locks(thread, piece.startNanos(), piece.endNanos())) {
                    locks.computeIfAbsent(wait.what(), any -> new PathStretches())
                            .add(wait, piece, true);
                }
            }
        }
        locks.forEach((lock, waits) -> workflow.note(this, "lock " + lock, Confidence.STRONG, waits.seen(workflow)));
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        if (finding.timeShare() >= finding.of(LOCK_SHARE)) {
            finding.over(LOCK_SHARE, finding.timeShare())
                    .report(
                            "workflows waited " + Units.duration(seen.nanos()) + " for a " + finding.subject() + " ("
                                    + Units.count(seen.occurrences(), "wait") + ")",
                            "hold it for a shorter time, or avoid it, where workflows run concurrently");
        }
    }
}
