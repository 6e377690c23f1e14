// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.sequence;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the model call that requested a tool call by id: its answer holds the id of the tool call. Answers are recorded with {@code
 * content=full} only; {@link AskedTools} goes by the order of calls instead.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class AskedById {
    /** Model calls in order of their starts, by the ids that they gave: models may give an id more than once. */
    private final Map<String, List<Span>> byId = new HashMap<>();

    private AskedById(Trace trace) {
        for (Span span : trace.spans()) {
            if (Calls.isModelCall(span)) {
                for (String id : calls(span.attributes().get(Attributes.OUTPUT_MESSAGES))) {
                    byId.computeIfAbsent(id, any -> new ArrayList<>(1)).add(span);
                }
            }
        }
    }

    /** Finds out for all tools of a trace. */
    public static AskedById in(Trace trace) {
        return new AskedById(trace);
    }

    /** Returns the model call, {@code null} where no recorded answer holds the id of the tool call. */
    public Span askerOf(Span tool) {
        String id = tool.attributes().text(Attributes.TOOL_CALL_ID);
        Span found = null;
        for (Span call : id == null ? List.<Span>of() : byId.getOrDefault(id, List.of())) {
            // the last one that had begun: a tool does not run before it is asked for
            if (call.startNanos() <= tool.startNanos() && (found == null || call.startNanos() >= found.startNanos())) {
                found = call;
            }
        }
        return found;
    }

    /** Returns the ids of the calls that messages ask for. */
    private static List<String> calls(Object messages) {
        List<String> ids = new ArrayList<>();
        addCalls(messages, ids);
        return ids;
    }

    private static void addCalls(Object messages, List<String> into) {
        if (messages instanceof List<?> list) {
            list.forEach(one -> addCalls(one, into));
        } else if (messages instanceof Map<?, ?> map) {
            if ("tool_call".equals(map.get("type")) && map.get("id") instanceof String id && !id.isEmpty()) {
                into.add(id);
            }
            addCalls(map.get("parts"), into);
        }
    }
}
