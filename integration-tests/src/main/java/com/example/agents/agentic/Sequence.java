// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.agentic;

import com.example.agents.agentic.Agents.Editor;
import com.example.agents.agentic.Agents.Writer;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.UntypedAgent;
import java.util.Map;

/** Two agents in sequence. */
public final class Sequence {
    private Sequence() {}

    /** Runs the program. */
    public static void main(String[] args) {
        var builder = AgenticServices.sequenceBuilder();
        builder.subAgents(Agents.agent(Writer.class, "story"), Agents.agent(Editor.class, "story"));
        UntypedAgent novelist = Agents.setOutput(builder, "story").build();
        System.out.println(novelist.invoke(Map.of("topic", "dragons")));
    }
}
