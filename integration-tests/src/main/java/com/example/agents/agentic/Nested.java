// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.agentic;

import com.example.agents.agentic.Agents.Editor;
import com.example.agents.agentic.Agents.Scorer;
import com.example.agents.agentic.Agents.Writer;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.UntypedAgent;
import java.util.Map;

/** A sequence whose second member is a loop of its own. */
public final class Nested {
    private Nested() {}

    /** Runs the program. */
    public static void main(String[] args) {
        var loop = AgenticServices.loopBuilder();
        loop.subAgents(Agents.agent(Scorer.class, "score"), Agents.agent(Editor.class, "story"));
        loop.maxIterations(2);
        loop.exitCondition(scope -> scope.readState("score", 0.0) >= 0.8);
        UntypedAgent reviewer = Agents.setOutput(loop, "story").build();
        var sequence = AgenticServices.sequenceBuilder();
        sequence.subAgents(Agents.agent(Writer.class, "story"), reviewer);
        UntypedAgent novelist = Agents.setOutput(sequence, "story").build();
        System.out.println(novelist.invoke(Map.of("topic", "dragons")));
    }
}
