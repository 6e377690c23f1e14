// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.atif;

import io.agentprofiler.analyzer.answer.cost.price.PriceList;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.Map;

/**
 * Turns traces into trajectories, as lists and maps.
 *
 * <p>A model call is a step, with the tool calls that it asked for; a tool call that no model call asked for is a step of its own. An
 * agent within an agent is a trajectory within the trajectory, where the version has a place for such; else its steps stand among
 * those of the agent around it.
 *
 * @param version what is written
 * @param content whether recorded texts are told
 * @param prices what calls cost of which nobody reported it
 */
record Trajectories(AtifVersion version, boolean content, PriceList prices) {
    /** Returns the trajectory of a trace. */
    Map<String, Object> of(Trace trace) {
        Span root = trace.root();
        TraceContext context =
                new TraceContext(trace, version, content, prices, new ToolAskers(trace), new MessageParts(version));
        Map<String, Object> trajectory = new AgentSteps(context, root, 0)
                .trajectory(trace.roots(), trace.id().toString());
        String conversation = root.conversation();
        trajectory.put("session_id", conversation == null ? trace.id().toString() : conversation);
        if (version.hasExtra()) {
            trajectory.put("extra", Map.of("agent_profiler", new OwnRecords(content).of(trace)));
        }
        return trajectory;
    }
}
