// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.agentic;

import com.example.agents.agentic.Agents.FilmExpert;
import com.example.agents.agentic.Agents.FoodExpert;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.UntypedAgent;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Two agents at the same time. */
public final class Parallel {
    private Parallel() {}

    /** Runs the program. */
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        var builder = AgenticServices.parallelBuilder();
        builder.subAgents(Agents.agent(FoodExpert.class, "food"), Agents.agent(FilmExpert.class, "film"));
        builder.executor(pool);
        builder.output(scope -> scope.readState("food", "") + " + " + scope.readState("film", ""));
        UntypedAgent evening = Agents.setOutput(builder, "plan").build();
        System.out.println(evening.invoke(Map.of("mood", "romantic")));
        pool.shutdown();
    }
}
