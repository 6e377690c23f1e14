// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.atif;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.sequence.AskedById;
import io.agentprofiler.analyzer.trace.metric.sequence.AskedTools;

/**
 * Which model call asked for a tool call: the one whose answer holds the call's id, where both are recorded; else by their order.
 *
 * <p><b>Threading:</b> immutable.
 */
final class ToolAskers {
    private final AskedTools byOrder;
    private final AskedById byId;

    ToolAskers(Trace trace) {
        byOrder = AskedTools.in(trace);
        byId = AskedById.in(trace);
    }

    /** Returns the model call, {@code null} where there is none. */
    Span askerOf(Span tool) {
        Span found = byId.askerOf(tool);
        return found == null ? byOrder.askerOf(tool) : found;
    }
}
