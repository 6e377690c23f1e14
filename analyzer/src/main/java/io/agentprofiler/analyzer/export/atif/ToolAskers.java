// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.export.atif;

import io.agentprofiler.analyzer.export.timeline.AskedTools;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.schema.Attributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which model call asked for a tool call: the one whose answer holds the call's id, where both are recorded; else by their order.
 *
 * <p><b>Threading:</b> immutable.
 */
final class ToolAskers {
    private final AskedTools byOrder;
    /** Model calls in order of their starts, by the ids that they gave: models may give an id more than once. */
    private final Map<String, List<Span>> byId = new HashMap<>();

    ToolAskers(Trace trace) {
        byOrder = AskedTools.in(trace);
        for (Span span : trace.spans()) {
            if (Calls.isModelCall(span)) {
                for (String id : MessageParts.calls(span.attributes().get(Attributes.OUTPUT_MESSAGES))) {
                    byId.computeIfAbsent(id, any -> new ArrayList<>(1)).add(span);
                }
            }
        }
    }

    /** Returns the model call, {@code null} where there is none. */
    Span askerOf(Span tool) {
        String id = tool.attributes().text(Attributes.TOOL_CALL_ID);
        Span found = null;
        for (Span call : id == null ? List.<Span>of() : byId.getOrDefault(id, List.of())) {
            // the last one that had begun: a tool does not run before it is asked for
            if (call.startNanos() <= tool.startNanos() && (found == null || call.startNanos() >= found.startNanos())) {
                found = call;
            }
        }
        return found == null ? byOrder.askerOf(tool) : found;
    }
}
