// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.tool;

import com.example.agents.Models;
import com.example.agents.SimpleAssistant;
import com.example.agents.Threads;
import dev.langchain4j.service.AiServices;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

/** Sub-agents in parallel below a tool: on a pool, on virtual threads, or on the common pool, by argument. */
public final class FanOut {
    private FanOut() {}

    /** Runs the program; {@code args[0]} is {@code pool}, {@code virtual} or {@code common}. */
    public static void main(String[] args) throws InterruptedException {
        ExecutorService executor = switch (args[0]) {
            case "pool" -> Executors.newFixedThreadPool(2);
            case "virtual" -> Threads.virtualThreadPerTask();
            case "common" -> ForkJoinPool.commonPool();
            default -> throw new IllegalArgumentException(args[0]);
        };
        SimpleAssistant expert = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.chat())
                .build();
        SimpleAssistant manager = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.chat())
                .tools(new FanOutTools(expert, executor))
                .build();
        System.out.println(manager.chat("May I?"));
        executor.shutdown();
    }
}
