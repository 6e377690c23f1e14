// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.agentic;

import com.example.agents.agentic.Agents.Editor;
import com.example.agents.agentic.Agents.Scorer;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.UntypedAgent;
import java.util.Map;

/** Scores and edits until the score is good. */
public final class Loop {
    private Loop() {}

    /** Runs the program. */
    public static void main(String[] args) {
        var builder = AgenticServices.loopBuilder();
        builder.subAgents(Agents.agent(Scorer.class, "score"), Agents.agent(Editor.class, "story"));
        builder.maxIterations(5);
        builder.exitCondition(scope -> scope.readState("score", 0.0) >= 0.8);
        UntypedAgent reviewer = Agents.setOutput(builder, "story").build();
        System.out.println(reviewer.invoke(Map.of("story", "once")));
    }
}
