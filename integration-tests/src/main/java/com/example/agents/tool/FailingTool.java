// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.tool;

import com.example.agents.Models;
import com.example.agents.Printing;
import com.example.agents.SimpleAssistant;
import dev.langchain4j.service.AiServices;

/** A tool that throws; the framework passes its message to the model, or the exception to the caller. */
public final class FailingTool {
    private FailingTool() {}

    /** Runs the program. */
    public static void main(String[] args) {
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.chat())
                .tools(new CityTools())
                .build();
        try {
            System.out.println(assistant.chat("How is the traffic in Rome?"));
        } catch (RuntimeException e) {
            Printing.failure(e);
        }
    }
}
