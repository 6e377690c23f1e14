// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.span;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.atif.Timing;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.List;

/**
 * A span before its times are settled.
 *
 * <p><b>Threading:</b> one thread.
 */
final class PlannedSpan {
    /** Identifies it in its trace. */
    final String key;

    SpanKind kind;
    String name;
    final AttributeSet.Builder attributes = new AttributeSet.Builder();
    final List<PlannedSpan> children = new ArrayList<>();
    /** {@code null} where the trajectory does not tell. */
    SpanStatus status;

    PlannedSpan parent;
    /** What is known of its times. */
    Timing timing = Timing.NONE;
    /** First and last time that its steps name. */
    long firstMoment = Unknown.LONG;

    long lastMoment = Unknown.LONG;
    /** Settled by {@link TrajectorySpans}. */
    long startNanos;

    long endNanos;
    /** How the times are known: the value of the attribute, {@code null} where they were measured. */
    String known;

    PlannedSpan(PlannedSpan parent, String key, SpanKind kind, String name) {
        this.parent = parent;
        this.key = key;
        this.kind = kind;
        this.name = name;
    }

    /** Takes note that a step of it names a time. */
    void moment(long nanos) {
        if (nanos != Unknown.LONG) {
            firstMoment = firstMoment == Unknown.LONG ? nanos : Math.min(firstMoment, nanos);
            lastMoment = Math.max(lastMoment, nanos);
        }
    }

    /** Answers whether this is the other, or below it. */
    boolean isIn(PlannedSpan other) {
        for (PlannedSpan span = this; span != null; span = span.parent) {
            if (span == other) {
                return true;
            }
        }
        return false;
    }
}
