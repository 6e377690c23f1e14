// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.schema.Attributes;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** One run of an agent, or of a workflow of agents; the kind tells which. */
@Name("agentprofiler.Agent")
@Label("Agent Run")
@Description("One run of an agent or of a workflow of agents, see the kind")
final class AgentEvent extends TypedEvent {
    @Label("Agent Name")
    String agentName;

    @Label("Agent Id")
    String agentId;

    @Label("Conversation Id")
    String conversationId;

    @Override
    void ownAttribute(String attribute, Object value) {
        switch (attribute) {
            case Attributes.AGENT_NAME -> agentName = EventText.of(value);
            case Attributes.AGENT_ID -> agentId = EventText.of(value);
            case Attributes.CONVERSATION_ID -> conversationId = EventText.of(value);
            default -> {
                // no field of this event
            }
        }
    }
}
