// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.forecast;

import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.shared.forecast.CallName;
import io.agentprofiler.shared.forecast.Stage;
import io.agentprofiler.shared.schema.Attributes;
import java.util.HashMap;
import java.util.Map;

/**
 * What of a workflow that goes on says at which stage it is.
 *
 * <p><b>Threading:</b> the ring's consumer.
 */
final class RunningWorkflow {
    /** Open calls whose names are remembered; of more, those that begin then are named by what their end says. */
    private static final int MOST_OPEN = 256;

    private static final double NANOS = 1e9;

    private final long root;
    private final String name;
    private final long start;
    /** What the start of an open call said of its model, or its tool; by the span's id. */
    private final Map<Long, String> open = new HashMap<>();

    private int ended;
    private int models;
    private double input = -1;
    private double output = -1;

    RunningWorkflow(SpanStart first) {
        root = first.span.id;
        name = first.name;
        start = first.epochNanos;
    }

    boolean beginsWith(long span) {
        return root == span;
    }

    int ended() {
        return ended;
    }

    Stage begun() {
        return new Stage(name, 0, 0, "", 0, -1, -1);
    }

    void started(SpanStart call, boolean isTool) {
        String named = text(call.attributes, isTool ? Attributes.TOOL_NAME : Attributes.REQUEST_MODEL);
        if (named != null && open.size() < MOST_OPEN) {
            open.put(call.span.id, named);
        }
    }

    /** Takes the end of a call; returns the stage that begins with it. */
    Stage ended(SpanEnd call, boolean isTool) {
        String atStart = open.remove(call.span.id);
        String atEnd = text(call.attributes, isTool ? Attributes.TOOL_NAME : Attributes.REQUEST_MODEL);
        String named = atEnd == null ? atStart : atEnd;
        ended++;
        if (!isTool) {
            models++;
            input = number(call.attributes, Attributes.INPUT_TOKENS);
            output = number(call.attributes, Attributes.OUTPUT_TOKENS);
        }
        String label = CallName.label(
                isTool,
                isTool
                        ? CallName.tool(named, call.name)
                        : CallName.model(named, text(call.attributes, Attributes.RESPONSE_MODEL)));
        return new Stage(name, ended, models, label, (call.epochNanos - start) / NANOS, input, output);
    }

    private static String text(Map<String, Object> attributes, String attribute) {
        return attributes.get(attribute) instanceof String text ? text : null;
    }

    private static double number(Map<String, Object> attributes, String attribute) {
        return attributes.get(attribute) instanceof Number number ? Math.max(-1, number.longValue()) : -1;
    }
}
