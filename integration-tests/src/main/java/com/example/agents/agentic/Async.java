// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.agentic;

import com.example.agents.agentic.Agents.FilmExpert;
import com.example.agents.agentic.Agents.FoodExpert;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.UntypedAgent;
import java.util.Map;

/** A sequence of an asynchronous agent and a normal one; the result waits for both. */
public final class Async {
    private Async() {}

    /** Runs the program. */
    public static void main(String[] args) {
        var food = Agents.builder(FoodExpert.class);
        food.async(true);
        Agents.setOutput(food, "food");
        var builder = AgenticServices.sequenceBuilder();
        builder.subAgents(food.build(), Agents.agent(FilmExpert.class, "film"));
        builder.output(scope -> scope.readState("food", "") + " + " + scope.readState("film", ""));
        UntypedAgent evening = Agents.setOutput(builder, "plan").build();
        System.out.println(evening.invoke(Map.of("mood", "romantic")));
    }
}
