// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.write;

import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.formats.atif.OwnRecords;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.sequence.AskedById;
import io.agentprofiler.analyzer.trace.metric.sequence.AskedTools;
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
public record Trajectories(AtifVersion version, boolean content, PriceList prices) {
    /** Returns the trajectory of a trace. */
    public Map<String, Object> of(Trace trace) {
        Span root = trace.root();
        TraceContext context =
                new TraceContext(trace, version, content, prices, new ToolAskers(trace), new MessageParts(version));
        Map<String, Object> trajectory = new AgentSteps(context, root, 0)
                .trajectory(trace.roots(), trace.id().toString());
        String conversation = root.conversation();
        trajectory.put("session_id", conversation == null ? trace.id().toString() : conversation);
        if (version.hasExtra()) {
            trajectory.put("extra", Map.of(OwnRecords.NAME, new OwnRecords(content).of(trace)));
        }
        return trajectory;
    }

    /**
     * What all agents of a trace are told by.
     *
     * @param trace the trace
     * @param version what is written
     * @param content whether recorded texts are told
     * @param prices what calls cost of which nobody reported it
     * @param asked which model call asked for which tool
     * @param parts how messages are told
     */
    record TraceContext(
            Trace trace,
            AtifVersion version,
            boolean content,
            PriceList prices,
            ToolAskers asked,
            MessageParts parts) {}

    /**
     * Which model call asked for a tool call: the one whose answer holds the call's id, where both are recorded; else by their order.
     *
     * <p><b>Threading:</b> immutable.
     */
    static final class ToolAskers {
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
}
