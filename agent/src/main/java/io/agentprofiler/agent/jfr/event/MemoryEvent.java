// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event;

import io.agentprofiler.shared.schema.Attributes;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** One access to conversation memory. */
@Name("agentprofiler.Memory")
@Label("Memory Access")
@Description("One read or write of conversation memory")
public final class MemoryEvent extends TypedEvent {
    @Label("Conversation Id")
    String conversationId;

    @Label("Memory Id")
    String memoryId;

    @Label("Messages")
    @Description("Messages read or written; -1 when unknown")
    int memoryMessages = EventText.UNKNOWN;

    @Override
    void ownAttribute(String attribute, Object value) {
        switch (attribute) {
            case Attributes.CONVERSATION_ID -> conversationId = EventText.of(value);
            case "agentprofiler.memory.id" -> memoryId = EventText.of(value);
            case "agentprofiler.memory.messages" -> memoryMessages = EventText.count(value);
            default -> {
                // no field of this event
            }
        }
    }
}
