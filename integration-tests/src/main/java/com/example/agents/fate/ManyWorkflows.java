// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.fate;

import com.example.agents.Models;
import com.example.agents.SimpleAssistant;
import com.example.agents.Threads;
import com.example.agents.tool.CityTools;
import dev.langchain4j.service.AiServices;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Independent workflows at the same time: {@code args[0]} of them on {@code args[1]} threads, or on virtual ones. */
public final class ManyWorkflows {
    private ManyWorkflows() {}

    /** Runs the program. */
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        int count = Integer.parseInt(args[0]);
        ExecutorService executor = args[1].equals("virtual")
                ? Threads.virtualThreadPerTask()
                : Executors.newFixedThreadPool(Integer.parseInt(args[1]));
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.chat())
                .tools(new CityTools())
                .build();
        List<Future<String>> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String question = "question " + i;
            answers.add(executor.submit(() -> assistant.chat(question)));
        }
        for (Future<String> answer : answers) {
            System.out.println(answer.get());
        }
        executor.shutdown();
    }
}
