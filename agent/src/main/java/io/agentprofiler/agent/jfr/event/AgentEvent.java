// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event;

import io.agentprofiler.agent.jfr.event.call.AgentRun;
import io.agentprofiler.shared.schema.Attributes;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** One run of an agent, or of a workflow of agents; the kind tells which. */
@Name("agentprofiler.AgentDetails")
@Label("Agent Run Details")
@Description("One run of an agent or of a workflow of agents, see the kind")
public final class AgentEvent extends TypedEvent {
    @Label("Agent Name")
    String agentName;

    @Label("Workflow Name")
    String workflowName;

    @Label("Agent Id")
    String agentId;

    @Label("Agent Method")
    @Description("Method of the agent's interface that was called, where the agent has one")
    String agentMethod;

    @Label("Conversation Id")
    String conversationId;

    private final transient AgentRun shown;

    public AgentEvent() {
        this(new AgentRun());
    }

    private AgentEvent(AgentRun shown) {
        super(shown);
        this.shown = shown;
    }

    @Override
    void ownAttribute(String attribute, Object value) {
        switch (attribute) {
            case Attributes.AGENT_NAME -> agentName = EventText.of(value);
            case "gen_ai.workflow.name" -> workflowName = EventText.of(value);
            case Attributes.AGENT_ID -> agentId = EventText.of(value);
            case "agentprofiler.agent.method" -> agentMethod = EventText.of(value);
            case Attributes.CONVERSATION_ID -> conversationId = EventText.of(value);
            default -> {
                // no field of this event
            }
        }
    }

    @Override
    void fillCall() {
        shown.name = name;
        shown.kind = kind;
    }
}
