// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.tool;

import com.example.agents.Models;
import com.example.agents.SimpleAssistant;
import dev.langchain4j.service.AiServices;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Two tools of one round run at the same time on the user's pool (LangChain4j 1.4 and later). */
public final class ConcurrentTools {
    private ConcurrentTools() {}

    /** Runs the program. */
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                    .chatModel(Models.chat())
                    .tools(new MeetingTools())
                    .executeToolsConcurrently(pool)
                    .build();
            System.out.println(assistant.chat("Plan a trip to Paris"));
        } finally {
            pool.shutdown();
        }
    }
}
