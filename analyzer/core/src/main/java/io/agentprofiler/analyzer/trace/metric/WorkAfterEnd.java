// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.Attributes;
import java.util.HashMap;
import java.util.Map;

/**
 * Work after the end of its workflow. A run time ends with the last span at the top, such as a request whose answer is sent at
 * once, while an agent may go on. And spans may begin after that end: such a span belongs to the workflow if a task brought it, or
 * if the agent says that it was handed over, and otherwise may be another workflow's.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class WorkAfterEnd {
    private long workflows;
    private Outlived longest;
    private long lateSpans;
    private TraceId lateTrace;

    /**
     * A workflow whose work outlived it.
     *
     * @param trace its id
     * @param runNanos its run time
     * @param workNanos how long after its start work went on
     */
    public record Outlived(TraceId trace, long runNanos, long workNanos) {
        /** Returns how long work went on after the workflow's end. */
        public long afterNanos() {
            return workNanos - runNanos;
        }
    }

    WorkAfterEnd() {}

    void add(Trace trace) {
        long workNanos = trace.workNanos();
        if (workNanos != Unknown.LONG) {
            workflows++;
            take(new Outlived(trace.id(), trace.durationNanos(), workNanos));
        }
        long late = late(trace);
        if (late > 0) {
            lateSpans += late;
            takeLate(trace.id());
        }
    }

    void add(WorkAfterEnd more) {
        workflows += more.workflows;
        take(more.longest);
        lateSpans += more.lateSpans;
        takeLate(more.lateTrace);
    }

    private void take(Outlived other) {
        if (other != null
                && (longest == null
                        || other.afterNanos() > longest.afterNanos()
                        || other.afterNanos() == longest.afterNanos()
                                && other.trace().compareTo(longest.trace()) < 0)) {
            longest = other;
        }
    }

    private void takeLate(TraceId trace) {
        if (trace != null && (lateTrace == null || trace.compareTo(lateTrace) < 0)) {
            lateTrace = trace;
        }
    }

    /**
     * Returns how many spans of a trace began after its end and are not explained: by the agent, by a span around them that was
     * still open, or by a task of the workflow that had waited for their thread.
     */
    private static long late(Trace trace) {
        if (!trace.isTimed() || trace.roots().stream().anyMatch(root -> !root.isMeasured())) {
            return 0;
        }
        long end = trace.endNanos();
        long late = 0;
        Map<String, Long> tasks = null;
        for (Span span : trace.spans()) {
            if (span.startNanos() > end
                    && span.parent() != null
                    && !span.attributes().isTrue(Attributes.HANDED_OVER)
                    && !isUnderOpenSpan(span)) {
                if (tasks == null) {
                    tasks = tasks(trace);
                }
                Long task = tasks.get(span.startThread());
                late += task != null && task <= span.startNanos() ? 0 : 1;
            }
        }
        return late;
    }

    private static boolean isUnderOpenSpan(Span span) {
        for (Span above = span.parent(); above != null; above = above.parent()) {
            if (above.endNanos() >= span.startNanos() || above.has(SpanFlag.UNFINISHED)) {
                return true;
            }
        }
        return false;
    }

    /** Returns when the first task of the workflow began on each thread. */
    private static Map<String, Long> tasks(Trace trace) {
        Map<String, Long> tasks = new HashMap<>();
        for (Span span : trace.spans()) {
            if (span.queuedNanos() != Unknown.LONG && span.startThread() != null) {
                tasks.merge(span.startThread(), span.startNanos(), Math::min);
            }
        }
        return tasks;
    }

    /** Returns how many workflows had work that outlived them. */
    public long workflows() {
        return workflows;
    }

    /** Returns the one whose work went on for longest after its end; {@code null} where there is none. */
    public Outlived longest() {
        return longest;
    }

    /** Returns how many spans began after the end of their workflow, and no task explains them. */
    public long lateSpans() {
        return lateSpans;
    }

    /** Returns a workflow that has some; {@code null} where there is none. */
    public TraceId lateTrace() {
        return lateTrace;
    }
}
