// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.fate;

import com.example.agents.Models;
import com.example.agents.SimpleAssistant;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.service.AiServices;

/** Waits in a tool until the process is ended. */
public final class WaitInTool {
    private WaitInTool() {}

    /** The tool. */
    public static class Sleep {
        /** Waits a minute. */
        @Tool("sleeps")
        public String sleep() throws InterruptedException {
            System.out.println("waiting");
            Thread.sleep(60_000);
            return "never";
        }
    }

    /** Runs the program. */
    public static void main(String[] args) {
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.chat())
                .tools(new Sleep())
                .build();
        System.out.println(assistant.chat("Sleep"));
    }
}
