// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the agents of a workflow did one after the other. */
final class AgentCalls {
    private AgentCalls() {}

    static void look(Look look) {
        List<Span> calls = new ArrayList<>();
        for (Span span : look.trace().spans()) {
            if (Calls.isCall(span)) {
                calls.add(span);
            }
        }
        calls.sort(Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index));
        Map<Span, List<Span>> byAgent = new LinkedHashMap<>();
        calls.forEach(call ->
                byAgent.computeIfAbsent(call.agent(), any -> new ArrayList<>()).add(call));
        byAgent.values().forEach(inOrder -> {
            Loops.look(look, inOrder);
            Failures.look(look, inOrder);
        });
    }
}
