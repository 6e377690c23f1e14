// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.fate;

import com.example.agents.Models;
import com.example.agents.SimpleAssistant;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.service.AiServices;

/** Leaves the JVM from inside a tool, with exit code 7. */
public final class ExitInTool {
    private ExitInTool() {}

    /** The tool. */
    public static class Exit {
        /** Does not return. */
        @Tool("leaves")
        public String leave() {
            System.out.println("leaving");
            System.exit(7);
            return "never";
        }
    }

    /** Runs the program. */
    public static void main(String[] args) {
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.chat())
                .tools(new Exit())
                .build();
        System.out.println(assistant.chat("Leave"));
    }
}
