// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import io.agentprofiler.analyzer.read.event.TraceId;
import java.util.Comparator;

/**
 * When a tool ran.
 *
 * @param conversation the conversation it ran for, or {@code null}
 * @param startNanos nanoseconds since 1970
 * @param endNanos nanoseconds since 1970
 */
record ToolRun(TraceId trace, String conversation, long startNanos, long endNanos) {
    /** In the order they began. */
    static final Comparator<ToolRun> BY_START = Comparator.comparingLong(ToolRun::startNanos)
            .thenComparingLong(ToolRun::endNanos)
            .thenComparing(ToolRun::trace);
}
