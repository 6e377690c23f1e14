// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr;

import io.agentprofiler.schema.Attributes;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** One access to conversation memory. */
@Name("agentprofiler.Memory")
@Label("Memory Access")
@Description("One read or write of conversation memory")
final class MemoryEvent extends TypedEvent {
    @Label("Conversation Id")
    String conversationId;

    @Override
    void ownAttribute(String attribute, Object value) {
        if (attribute.equals(Attributes.CONVERSATION_ID)) {
            conversationId = EventText.of(value);
        }
    }
}
