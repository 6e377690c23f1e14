// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event;

import io.agentprofiler.agent.jfr.event.call.MemoryAccess;
import io.agentprofiler.shared.schema.Attributes;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** One access to conversation memory. */
@Name("agentprofiler.MemoryDetails")
@Label("Memory Access Details")
@Description("One read or write of conversation memory")
public final class MemoryEvent extends TypedEvent {
    @Label("Conversation Id")
    String conversationId;

    @Label("Memory Id")
    String memoryId;

    @Label("Messages")
    @Description("Messages read or written; N/A when unknown")
    double memoryMessages = EventText.UNKNOWN;

    private final transient MemoryAccess shown;

    public MemoryEvent() {
        this(new MemoryAccess());
    }

    private MemoryEvent(MemoryAccess shown) {
        super(shown);
        this.shown = shown;
    }

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

    @Override
    void fillCall() {
        shown.name = name;
        shown.memoryMessages = memoryMessages;
    }
}
