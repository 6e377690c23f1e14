// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.agentic;

import com.example.agents.agentic.Agents.FilmExpert;
import com.example.agents.agentic.Agents.FoodExpert;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.UntypedAgent;
import java.util.Map;

/** One of two agents, by the state. */
public final class Conditional {
    private Conditional() {}

    /** Runs the program. */
    public static void main(String[] args) {
        var builder = AgenticServices.conditionalBuilder();
        builder.subAgents(
                scope -> scope.readState("mood", "").equals("hungry"), Agents.agent(FoodExpert.class, "answer"));
        builder.subAgents(
                scope -> scope.readState("mood", "").equals("bored"), Agents.agent(FilmExpert.class, "answer"));
        UntypedAgent router = Agents.setOutput(builder, "answer").build();
        System.out.println(router.invoke(Map.of("mood", "bored")));
    }
}
