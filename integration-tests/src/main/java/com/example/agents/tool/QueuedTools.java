// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.tool;

import com.example.agents.Models;
import com.example.agents.SimpleAssistant;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.service.AiServices;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Two tools of one round may run at the same time, on a pool that has one thread (LangChain4j 1.4 and later). */
public final class QueuedTools {
    /** Minimum time of each tool. */
    public static final int MILLIS = 60;

    private QueuedTools() {}

    /** The tools. */
    public static final class Tools {
        /** Looks for flights. */
        @Tool("flights to a city")
        public String flights(@P("city") String city) throws InterruptedException {
            Thread.sleep(MILLIS);
            return "3 flights to " + city;
        }

        /** Looks for hotels. */
        @Tool("hotels in a city")
        public String hotels(@P("city") String city) throws InterruptedException {
            Thread.sleep(MILLIS);
            return "3 hotels in " + city;
        }
    }

    /** Runs the program. */
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        try {
            SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                    .chatModel(Models.chat())
                    .tools(new Tools())
                    .executeToolsConcurrently(pool)
                    .build();
            System.out.println(assistant.chat("Plan a trip to Paris"));
        } finally {
            pool.shutdown();
        }
    }
}
