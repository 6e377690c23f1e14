// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;

/**
 * A count of failed spans, as far as their formats tell.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class FailureCount {
    private long failed;
    private long untold;

    /** Returns the failures among spans. */
    public static FailureCount of(Iterable<Span> spans) {
        FailureCount count = new FailureCount();
        for (Span span : spans) {
            count.add(span);
        }
        return count;
    }

    /** Adds a span. */
    public void add(Span span) {
        failed += span.status() == SpanStatus.ERROR ? 1 : 0;
        untold += span.tellsStatus() ? 0 : 1;
    }

    /** Adds the spans of another count. */
    public void add(FailureCount more) {
        failed += more.failed;
        untold += more.untold;
    }

    /**
     * Returns how many are known to have failed; {@link Unknown#LONG} where that is none, and of some nobody knows: none is
     * claimed only where each span tells.
     */
    public long failed() {
        return known(failed);
    }

    /** Returns how many ended otherwise than well, as {@link #failed} does, of a number of those that are known. */
    public long known(long count) {
        return count == 0 && untold > 0 ? Unknown.LONG : count;
    }

    /** Returns of how many the format does not say whether they failed. */
    public long untold() {
        return untold;
    }
}
