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
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.schema.SpanKind;

/**
 * Pauses for garbage collection in the time that was waited for.
 *
 * <p>A pause while the workflow waits for another machine may cost nothing: only pauses in other work are counted as saved.
 */
public final class GcPauses extends WorkflowRule {
    static final Threshold GC_SHARE =
            new Threshold("gc-share", 0.02, "share of the run time in which garbage collection stopped workflows");

    public GcPauses() {
        super("gc-pauses", GC_SHARE);
    }

    @Override
    public void scan(WorkflowScan workflow) {
        PathStretches pauses = new PathStretches();
        for (PathStretch piece : PathStretches.pieces(workflow)) {
            for (JvmEvents.Stretch pause : workflow.jvm().pauses(piece.startNanos(), piece.endNanos())) {
                pauses.add(pause, piece, !isElsewhere(piece.span()));
            }
        }
        if (!pauses.isEmpty()) {
            workflow.note(this, "garbage collection", Confidence.STRONG, pauses.seen(workflow));
        }
    }

    private static boolean isElsewhere(Span span) {
        return span.kind() == SpanKind.LLM || span.kind() == SpanKind.HTTP || span.kind() == SpanKind.EMBEDDING;
    }

    @Override
    protected void judge(Aggregate seen, Candidate finding) {
        if (finding.timeShare() >= finding.of(GC_SHARE)) {
            finding.over(GC_SHARE, finding.timeShare())
                    .report(
                            "garbage collection stopped workflows " + Units.count(seen.occurrences(), "time")
                                    + " on the critical path, for " + Units.duration(seen.nanos()) + " in all",
                            "allocate less in these spans, or give the JVM a larger heap or another collector");
        }
    }
}
