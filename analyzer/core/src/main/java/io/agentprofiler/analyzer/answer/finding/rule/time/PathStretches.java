// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import io.agentprofiler.analyzer.answer.critical.CriticalPath.PathStretch;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.scan.Aggregate;
import io.agentprofiler.analyzer.answer.finding.scan.WorkflowScan;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The stretches of one cause, such as a pause, on the critical path of a workflow. A stretch in several pieces counts once, and so
 * does a span as evidence.
 */
final class PathStretches {
    private final Set<JvmEvents.JvmStretch> different = new HashSet<>();
    private final Map<Span, Long> bySpan = new HashMap<>();
    private long savedNanos;

    /** Returns the pieces of the path whose span is known and has an end; none without a flight recording. */
    static List<PathStretch> pieces(WorkflowScan workflow) {
        if (workflow.jvm().isEmpty()) {
            return List.of();
        }
        return workflow.path().pieces().stream()
                .filter(piece -> piece.span() != null && !piece.span().has(SpanFlag.UNFINISHED))
                .toList();
    }

    void add(JvmEvents.JvmStretch stretch, PathStretch piece, boolean saves) {
        long nanos = stretch.within(piece.startNanos(), piece.endNanos());
        different.add(stretch);
        bySpan.merge(piece.span(), nanos, Long::sum);
        savedNanos += saves ? nanos : 0;
    }

    boolean isEmpty() {
        return bySpan.isEmpty();
    }

    Aggregate seen(WorkflowScan workflow) {
        Aggregate seen = new Aggregate(different.size()).saves(Saving.time(savedNanos));
        bySpan.forEach((span, nanos) -> seen.evidence(workflow.trace(), span, nanos));
        return seen;
    }
}
