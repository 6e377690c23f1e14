// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.agentic;

import com.example.agents.Models;
import com.example.agents.agentic.Agents.FilmExpert;
import com.example.agents.agentic.Agents.FoodExpert;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.supervisor.SupervisorAgent;

/** A supervisor that plans with a model which agent runs next. */
public final class Supervised {
    private Supervised() {}

    /** Runs the program. */
    public static void main(String[] args) {
        SupervisorAgent supervisor = AgenticServices.supervisorBuilder()
                .chatModel(Models.chat())
                .subAgents(Agents.agent(FoodExpert.class, "food"), Agents.agent(FilmExpert.class, "film"))
                .build();
        System.out.println(supervisor.invoke("Plan a romantic evening"));
    }
}
