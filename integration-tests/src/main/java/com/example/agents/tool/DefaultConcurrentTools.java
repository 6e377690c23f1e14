// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.tool;

import com.example.agents.Models;
import com.example.agents.SimpleAssistant;
import dev.langchain4j.service.AiServices;

/** As {@link ConcurrentTools}, on the framework's own executor: virtual threads where the JDK has them. */
public final class DefaultConcurrentTools {
    private DefaultConcurrentTools() {}

    /** Runs the program. */
    public static void main(String[] args) {
        SimpleAssistant assistant = AiServices.builder(SimpleAssistant.class)
                .chatModel(Models.chat())
                .tools(new MeetingTools())
                .executeToolsConcurrently()
                .build();
        System.out.println(assistant.chat("Plan a trip to Paris"));
    }
}
