// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event;

import io.agentprofiler.agent.jfr.event.call.ToolCall;
import io.agentprofiler.shared.schema.Attributes;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** One run of one tool. */
@Name("agentprofiler.ToolDetails")
@Label("Tool Call Details")
@Description("One run of one tool")
public final class ToolEvent extends TypedEvent {
    @Label("Tool Name")
    String toolName;

    @Label("Tool Call Id")
    @Description("Id that the model gave the call")
    String toolCallId;

    @Label("Tool Type")
    String toolType;

    private final transient ToolCall shown;

    public ToolEvent() {
        this(new ToolCall());
    }

    private ToolEvent(ToolCall shown) {
        super(shown);
        this.shown = shown;
    }

    @Override
    void ownAttribute(String attribute, Object value) {
        switch (attribute) {
            case Attributes.TOOL_NAME -> toolName = EventText.of(value);
            case Attributes.TOOL_CALL_ID -> toolCallId = EventText.of(value);
            case Attributes.TOOL_TYPE -> toolType = EventText.of(value);
            default -> {
                // no field of this event
            }
        }
    }

    @Override
    void fillCall() {
        shown.toolName = toolName;
    }
}
